# cpack runs this before and after it packs, so that the same commit gives the same bytes. cpack alone leaves them to
# the umask, to the order in which a file system lists names, and to the size that it gives to directories.
# scripts/package.sh sets SOURCE_DATE_EPOCH, which becomes the time of every file.
if(NOT "$ENV{SOURCE_DATE_EPOCH}" MATCHES "^[0-9]+$")
  message(FATAL_ERROR "SOURCE_DATE_EPOCH is not set: make packages with scripts/package.sh")
endif()
set(time "@$ENV{SOURCE_DATE_EPOCH}")
set(tree "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(settle folder)
  run(find "${folder}" -type d -exec chmod 755 {} +)
  run(find "${folder}" -exec touch --no-dereference --date=${time} {} +)
endfunction()

function(pack_archive package)
  get_filename_component(folder "${tree}" DIRECTORY)
  get_filename_component(name "${tree}" NAME)
  execute_process(
    COMMAND tar --create --format=gnu --sort=name --mtime=${time} --owner=root:0 --group=root:0 "--directory=${folder}"
      "${name}"
    COMMAND gzip --best --no-name
    OUTPUT_FILE "${package}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# In KiB, as Debian counts it.
function(installed_size folder result)
  file(GLOB_RECURSE files "${folder}/*")
  set(sum 0)
  foreach(file IN LISTS files)
    file(SIZE "${file}" bytes)
    math(EXPR sum "${sum} + (${bytes} + 1023) / 1024")
  endforeach()
  set(${result} ${sum} PARENT_SCOPE)
endfunction()

function(pack_deb package)
  set(root "${tree}.root")  # cpack has left parts of the package in the tree
  installed_size("${tree}/usr" size)
  run(rm -rf "${root}")
  run(mkdir "${root}")
  run(mv "${tree}/usr" "${root}/usr")
  run(dpkg-deb --control "${package}" "${root}/DEBIAN")
  file(READ "${root}/DEBIAN/control" control)
  string(REGEX REPLACE "Installed-Size: [0-9]+" "Installed-Size: ${size}" control "${control}")
  file(WRITE "${root}/DEBIAN/control" "${control}")
  run(chmod 644 "${root}/DEBIAN/control" "${root}/DEBIAN/md5sums")
  settle("${root}")
  run(dpkg-deb --root-owner-group -Zgzip --build "${root}" "${package}")
endfunction()

if(NOT CPACK_PACKAGE_FILES)
  settle("${tree}")
endif()
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(package MATCHES "\\.deb$")
    pack_deb("${package}")
  else()
    pack_archive("${package}")
  endif()
endforeach()
