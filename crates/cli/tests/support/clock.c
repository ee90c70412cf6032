/* The clocks of a program under test: the real ones, shifted by FOLKMOOT_TEST_CLOCK_SECONDS, or by the milliseconds in the file that
   FOLKMOOT_TEST_CLOCK names: first those of the clock that shows the date, then those of the clock that measures how long something
   takes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift;

__attribute__((constructor)) static void map_shift(void) {
  static int64_t fixed[2];
  const char *seconds = getenv("FOLKMOOT_TEST_CLOCK_SECONDS");
  if (seconds) {
    fixed[0] = atoll(seconds) * 1000;
    shift = fixed;
    return;
  }
  const char *path = getenv("FOLKMOOT_TEST_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) shift = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && shift && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC)) {
    int64_t milliseconds = shift[clock == CLOCK_MONOTONIC];
    int64_t nanoseconds = time->tv_nsec + milliseconds % 1000 * 1000000;
    time->tv_sec += milliseconds / 1000;
    if (nanoseconds >= 1000000000) {
      time->tv_sec += 1;
      nanoseconds -= 1000000000;
    } else if (nanoseconds < 0) {
      time->tv_sec -= 1;
      nanoseconds += 1000000000;
    }
    time->tv_nsec = nanoseconds;
  }
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
