// Descriptors of processes. By number: <sys/pidfd.h> of glibc 2.36 declares them for C only.
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "descriptor.hpp"

namespace atomesh::node {

/// Readable once the process has ended. None on kernels before 5.3.
inline Descriptor open_pidfd(pid_t pid) { return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))); }

inline void signal_pidfd(const Descriptor& pidfd, int signal) {
  syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, 0);
}

}  // namespace atomesh::node
