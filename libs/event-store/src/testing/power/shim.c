/*
 * Stands between the process and the C library for the files under SHIM_DIR.
 * Records every write, truncation, sync and removal, in order, into the file SHIM_LOG, so that a power cut can be played
 * at any point; and makes calls fail as told. A line written to SHIM_DIR/arm tells it:
 *   "CALL FIRST COUNT ERRNO"   the FIRST-th next CALL (w: write, s: sync) and the COUNT - 1 after it fail with ERRNO
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;
static const char *directory;
static size_t directory_length;
static char armed_call;
static long armed_first, armed_count;
static int armed_errno;

__attribute__((constructor)) static void start(void) {
  directory = getenv("SHIM_DIR");
  const char *log = getenv("SHIM_LOG");
  directory_length = directory ? strlen(directory) : 0;
  if (directory && log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The name of a watched file below the directory, or NULL. */
static const char *name_of(int fd, char *buffer, size_t size) {
  char link[64];
  if (!directory) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, buffer, size - 1);
  if (n <= 0) return NULL;
  buffer[n] = 0;
  if (strncmp(buffer, directory, directory_length) || buffer[directory_length] != '/') return NULL;
  return buffer + directory_length + 1;
}

static void put(const void *bytes, size_t n) {
  const char *at = bytes;
  while (n > 0) {
    ssize_t written = syscall(SYS_write, log_fd, at, n);
    if (written <= 0) abort();
    at += written;
    n -= written;
  }
}

static void note(char kind, const char *name, uint64_t offset, const void *bytes, uint32_t n) {
  if (log_fd < 0) return;
  uint16_t length = strlen(name);
  pthread_mutex_lock(&lock);
  put(&kind, 1);
  put(&length, 2);
  put(name, length);
  put(&offset, 8);
  put(&n, 4);
  if (n > 0 && bytes) put(bytes, n);
  pthread_mutex_unlock(&lock);
}

/* Whether this call is one that is to fail; sets errno. */
static int fails(char call) {
  if (armed_call != call) return 0;
  if (--armed_first >= 0) return 0;
  if (--armed_count < 0) return armed_call = 0;
  errno = armed_errno;
  return 1;
}

static void arm(const char *text, size_t n) {
  char line[64] = {0};
  memcpy(line, text, n < sizeof line - 1 ? n : sizeof line - 1);
  armed_call = 0;
  long first = 0;
  char call = 0;
  if (sscanf(line, "%c %ld %ld %d", &call, &first, &armed_count, &armed_errno) != 4) return;
  armed_first = first - 1;
  armed_call = call;
}

static ssize_t do_write(int fd, const void *bytes, size_t n, off64_t offset) {
  char buffer[4096];
  const char *name = name_of(fd, buffer, sizeof buffer);
  if (!name) return offset < 0 ? syscall(SYS_write, fd, bytes, n) : syscall(SYS_pwrite64, fd, bytes, n, offset);
  if (!strcmp(name, "arm")) {
    arm(bytes, n);
    return n;
  }
  if (!strcmp(name, "acks")) {
    note('a', name, 0, bytes, n);
    return n;
  }
  if (fails('w')) return -1;
  ssize_t written = offset < 0 ? syscall(SYS_write, fd, bytes, n) : syscall(SYS_pwrite64, fd, bytes, n, offset);
  if (written > 0) note('w', name, offset < 0 ? 0 : offset, bytes, written);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t n) { return do_write(fd, bytes, n, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset) { return do_write(fd, bytes, n, offset); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t offset) { return do_write(fd, bytes, n, offset); }

static int do_sync(int fd, long call) {
  char buffer[4096];
  const char *name = name_of(fd, buffer, sizeof buffer);
  if (name && fails('s')) return -1;
  int result = syscall(call, fd);
  if (name && result == 0) note('s', name, 0, NULL, 0);
  return result;
}

int fsync(int fd) { return do_sync(fd, SYS_fsync); }
int fdatasync(int fd) { return do_sync(fd, SYS_fdatasync); }

static int do_truncate(int fd, off64_t length) {
  char buffer[4096];
  const char *name = name_of(fd, buffer, sizeof buffer);
  if (name && fails('w')) return -1;
  int result = syscall(SYS_ftruncate, fd, length);
  if (name && result == 0) note('t', name, length, NULL, 0);
  return result;
}

int ftruncate(int fd, off_t length) { return do_truncate(fd, length); }
int ftruncate64(int fd, off64_t length) { return do_truncate(fd, length); }

int unlink(const char *path) {
  int result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (result == 0 && directory && !strncmp(path, directory, directory_length) && path[directory_length] == '/') {
    note('u', path + directory_length + 1, 0, NULL, 0);
  }
  return result;
}
