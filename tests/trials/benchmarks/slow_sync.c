/* Loaded before the C library: a disk that takes SYNC_MICROSECONDS longer for every sync, as disks in laptops do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int later(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *said = getenv("SYNC_MICROSECONDS");
    if (said) usleep((useconds_t)atoi(said));
    return real(file);
}

int fsync(int file) { return later("fsync", file); }
int fdatasync(int file) { return later("fdatasync", file); }
