/* Stands between a process and its regular files: counts what is written and synced, and makes a slow disk of any other:
 * DISK_RATE bytes a second for what is written, DISK_SYNC_US for every sync. DISK_STATS names a file of four 64 bit
 * numbers: bytes written, syncs, microseconds that the main thread waited in these calls, microseconds of all threads. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t none[4];
static volatile int64_t *stats = none;
static double rate;
static int64_t sync_us;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("DISK_STATS");
  const char *bytes_per_second = getenv("DISK_RATE");
  const char *sync = getenv("DISK_SYNC_US");
  rate = bytes_per_second ? atof(bytes_per_second) : 0;
  sync_us = sync ? atoll(sync) : 0;
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *map = mmap(0, 32, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) stats = map;
  close(fd);
}

static int64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static int is_file(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

static void wait_us(int64_t us) {
  struct timespec left = {us / 1000000, (us % 1000000) * 1000};
  if (us > 0) while (nanosleep(&left, &left) != 0);
}

static void waited_since(int64_t started) {
  int64_t waited = now_us() - started;
  if (syscall(SYS_gettid) == getpid()) __sync_fetch_and_add(&stats[2], waited);
  __sync_fetch_and_add(&stats[3], waited);
}

static ssize_t wrote(ssize_t bytes, int64_t started) {
  if (bytes > 0) {
    __sync_fetch_and_add(&stats[0], bytes);
    if (rate > 0) wait_us((int64_t)(bytes / rate * 1e6));
  }
  waited_since(started);
  return bytes;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRITING(name, parameters, arguments)                                                                           \
  ssize_t name parameters {                                                                                            \
    static __typeof__(&name) real;                                                                                     \
    if (!real) real = REAL(name);                                                                                      \
    if (!is_file(fd)) return real arguments;                                                                           \
    int64_t started = now_us();                                                                                        \
    return wrote(real arguments, started);                                                                             \
  }
#define SYNCING(name)                                                                                                  \
  int name(int fd) {                                                                                                   \
    static __typeof__(&name) real;                                                                                     \
    if (!real) real = REAL(name);                                                                                      \
    int64_t started = now_us();                                                                                        \
    int answer = real(fd);                                                                                             \
    __sync_fetch_and_add(&stats[1], 1);                                                                                \
    wait_us(sync_us);                                                                                                  \
    waited_since(started);                                                                                             \
    return answer;                                                                                                     \
  }

WRITING(write, (int fd, const void *data, size_t length), (fd, data, length))
WRITING(pwrite, (int fd, const void *data, size_t length, off_t at), (fd, data, length, at))
WRITING(pwrite64, (int fd, const void *data, size_t length, off64_t at), (fd, data, length, at))
WRITING(writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
WRITING(pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at))
SYNCING(fsync)
SYNCING(fdatasync)
