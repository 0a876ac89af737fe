/* Counts how a process changes the files below one folder, and harms it at the N-th time. Put in with LD_PRELOAD.

   SHIM_FOLDER  only what lies below it counts
   SHIM_WIDE    if set, calls that only look count as well, and those on stdin, stdout and stderr: (0), (1), (2)
   SHIM_LOG     where each of these calls is written down, and each time that the process prints
   SHIM_DATA    if set, what is written and printed stands in the log as well, so that it can be played again
   SHIM_AT      the number of the call that is harmed; 0: none
   SHIM_HOW     fail  this call alone fails
                dead  it fails, and every later one: the disk is gone
                full  from it on nothing can grow any more; the write that hits the edge is cut short
                kill  the process ends before it
                torn  the process ends behind it, or in the middle of it where it writes
                stop  the process stands still before it, until somebody lets it go on
                once  this call alone fails with SHIM_ERROR; 0: what it reads or writes is cut short
                kind  it fails so, and every later one of its kind
                all   it fails so, and every later one
   SHIM_CLOCK   the time at which the clock stands still, in seconds since 1970
   SHIM_SEED    where random bytes begin, which are the same ones each time then */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum end { DONE, FAILS, LAST };

static const char *folder = "", *how = "", *failing = "";
static size_t length;
static long at, count, wide, error, clock_at;
static unsigned long long seed;
static int record = -1, all, counted;

static long number_of(const char *name) {
    const char *said = getenv(name);
    return said ? atol(said) : 0;
}

/* Read the settings, at the beginning and wherever a process goes on as another one. */
__attribute__((constructor)) void shim_begin(void) {
    const char *place = getenv("SHIM_LOG");
    if (getenv("SHIM_FOLDER")) folder = getenv("SHIM_FOLDER");
    if (getenv("SHIM_HOW")) how = getenv("SHIM_HOW");
    length = strlen(folder);
    at = number_of("SHIM_AT");
    wide = number_of("SHIM_WIDE");
    error = number_of("SHIM_ERROR");
    clock_at = number_of("SHIM_CLOCK");
    seed = number_of("SHIM_SEED");
    count = 0;
    all = getenv("SHIM_DATA") != NULL;
    if (place) record = syscall(SYS_openat, AT_FDCWD, place, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is(const char *word) { return strcmp(how, word) == 0; }

static void note(const char *call, const char *path) {
    char line[PATH_MAX + 32];
    int size = snprintf(line, sizeof line, "%s %s\n", call, path);
    if (record >= 0) syscall(SYS_write, record, line, size);
}

/* Return the path of an open file. */
static const char *opened(int fd, char *path) {
    char link[64];
    if (wide && fd >= 0 && fd <= STDERR_FILENO) {
        snprintf(path, PATH_MAX, "%.2040s/(%d)", folder, fd);
        return path;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    path[size > 0 ? size : 0] = 0;
    return path;
}

/* Return the whole path of a name that counts from an open folder. */
static const char *whole(int fd, const char *name, char *path) {
    char base[PATH_MAX] = "";
    if (name[0] == '/') return name;
    if (fd != AT_FDCWD) opened(fd, base);
    else if (!getcwd(base, sizeof base)) return name;
    snprintf(path, PATH_MAX, "%.2040s/%.2040s", base, name);
    return path;
}

static int ours(const char *path) {
    return length && strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

static void header(off64_t place, size_t size) {
    char line[64];
    syscall(SYS_write, record, line, snprintf(line, sizeof line, "data %lld %zu\n", (long long)place, size));
}

/* Write down so many bytes of a file as they are now. */
static void keep(int fd, const char *path, off64_t place, ssize_t size) {
    char link[64], some[65536];
    if (!all || record < 0 || size < 0 || !ours(path)) return;
    header(place, size);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int again = syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC);
    while (size > 0) {
        ssize_t got = syscall(SYS_pread64, again, some, size < (ssize_t)sizeof some ? size : (ssize_t)sizeof some, place);
        if (got <= 0) break;
        syscall(SYS_write, record, some, got);
        place += got;
        size -= got;
    }
    syscall(SYS_close, again);
}

/* Return what becomes of a call that stands still, or fails with a certain error. */
static enum end failed_so(const char *call, size_t *size) {
    if (!at || count < at || (count > at && (is("stop") || is("once")))) return DONE;
    if (is("stop")) {
        raise(SIGSTOP);
        return DONE;
    }
    if (is("kind") && strcmp(call, failing)) return DONE;
    if (!error && size && *size > 1) *size /= 2;
    if (!error) return DONE;
    errno = error;
    return FAILS;
}

/* Return what becomes of a call; `size` is how much it writes, or null; then `grows` says whether it takes room. */
static enum end harmed(const char *call, const char *path, int grows, size_t *size) {
    counted = ours(path);
    if (!counted) return DONE;
    note(call, path[length] ? path + length + 1 : ".");
    count++;
    if (at && count == at) failing = call;
    if (is("stop") || is("once") || is("kind") || is("all")) return failed_so(call, size);
    if (!at || count < at || (count > at && !is("dead") && !is("full"))) return DONE;
    if (is("kill")) raise(SIGKILL);
    if ((is("torn") || (is("full") && count == at)) && size) *size = (*size + 1) / 2;
    if (is("torn")) return LAST;
    if (is("full") && (!grows || (count == at && size))) return DONE;
    errno = is("full") ? ENOSPC : EIO;
    return FAILS;
}

static void failed(void) {
    if (all && counted) note("failed", "");
}

#define REAL(type, name, parameters) \
    static type (*real) parameters; \
    char path[PATH_MAX]; \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);

#define WRITES(name, parameters, arguments, fd, from) \
    ssize_t name parameters { \
        REAL(ssize_t, name, parameters) \
        off64_t begin = from; \
        enum end end = harmed(fd == STDOUT_FILENO || fd == STDERR_FILENO ? "print" : "write", opened(fd, path), 1, &size); \
        if (end == FAILS) return -1; \
        ssize_t done = real arguments; \
        keep(fd, path, begin, done); \
        if (end == LAST) raise(SIGKILL); \
        return done; \
    }

#define WRAP(name, parameters, arguments, call, path_of, grows, then) \
    int name parameters { \
        REAL(int, name, parameters) \
        enum end end = harmed(call, path_of, grows, NULL); \
        if (end == FAILS) return -1; \
        int done = real arguments; \
        if (done < 0) failed(); \
        then; \
        if (end == LAST) raise(SIGKILL); \
        return done; \
    }

#define OF_FILE(name, parameters, arguments, call, then) WRAP(name, parameters, arguments, call, opened(fd, path), 0, then)
#define OF_NAME(name, parameters, arguments, call, fd, grows) \
    WRAP(name, parameters, arguments, call, whole(fd, file, path), grows, )
#define OF_TWO(name, parameters, arguments, call, other, fd, grows) \
    WRAP(name, parameters, arguments, call, whole(fd, file, path), grows, moved(whole(other, from, path)))

static void moved(const char *from) {
    if (all && ours(from)) note("from", from + length + 1);
}

static off64_t at_now(int fd) { return syscall(SYS_lseek, fd, 0, SEEK_CUR); }

static off64_t printed(int fd, const void *data, size_t size) {
    if (fd == STDOUT_FILENO && !wide) {
        note("print", "");
        if (all && record >= 0) {
            header(0, size);
            syscall(SYS_write, record, data, size);
        }
    }
    return at_now(fd);
}

WRITES(write, (int fd, const void *data, size_t size), (fd, data, size), fd, printed(fd, data, size))
WRITES(pwrite, (int fd, const void *data, size_t size, off_t from), (fd, data, size, from), fd, from)
WRITES(pwrite64, (int fd, const void *data, size_t size, off64_t from), (fd, data, size, from), fd, from)
WRITES(sendfile, (int to, int fd, off_t *from, size_t size), (to, fd, from, size), to, at_now(to))
WRITES(sendfile64, (int to, int fd, off64_t *from, size_t size), (to, fd, from, size), to, at_now(to))
WRITES(copy_file_range, (int fd, off64_t *from, int to, off64_t *place, size_t size, unsigned flags),
       (fd, from, to, place, size, flags), to, place ? *place : at_now(to))
OF_FILE(fsync, (int fd), (fd), "sync", )
OF_FILE(fdatasync, (int fd), (fd), "sync", )
OF_FILE(ftruncate, (int fd, off_t size), (fd, size), "truncate", keep(fd, path, size, 0))
OF_FILE(ftruncate64, (int fd, off64_t size), (fd, size), "truncate", keep(fd, path, size, 0))
OF_NAME(unlink, (const char *file), (file), "unlink", AT_FDCWD, 0)
OF_NAME(unlinkat, (int fd, const char *file, int flags), (fd, file, flags), "unlink", fd, 0)
OF_NAME(mkdir, (const char *file, mode_t mode), (file, mode), "mkdir", AT_FDCWD, 1)
OF_NAME(mkdirat, (int fd, const char *file, mode_t mode), (fd, file, mode), "mkdir", fd, 1)
OF_TWO(rename, (const char *from, const char *file), (from, file), "rename", AT_FDCWD, AT_FDCWD, 0)
OF_TWO(renameat, (int other, const char *from, int fd, const char *file), (other, from, fd, file), "rename", other, fd, 0)
OF_TWO(link, (const char *from, const char *file), (from, file), "link", AT_FDCWD, AT_FDCWD, 1)
OF_TWO(linkat, (int other, const char *from, int fd, const char *file, int flags), (other, from, fd, file, flags),
       "link", other, fd, 1)

/* A file that is opened counts where it is made or emptied. */
static int opening(const char *name, int fd, const char *file, int flags, mode_t mode) {
    int (*real)(int, const char *, int, ...);
    char path[PATH_MAX];
    *(void **)&real = dlsym(RTLD_NEXT, name);
    int there = syscall(SYS_faccessat, fd, file, F_OK) == 0;
    enum end end = DONE;
    counted = 0;
    if (there ? flags & O_TRUNC : flags & O_CREAT) end = harmed("create", whole(fd, file, path), 1, NULL);
    else if (wide) end = harmed("open", whole(fd, file, path), 0, NULL);
    if (end == FAILS) return -1;
    int done = real(fd, file, flags, mode);
    if (done < 0) failed();
    if (end == LAST) raise(SIGKILL);
    return done;
}

#define OPENS(name, at_name, parameters, last, fd) \
    int name parameters { \
        va_list more; \
        va_start(more, last); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return opening(at_name, fd, file, flags, mode); \
    }

OPENS(open, "openat", (const char *file, int flags, ...), flags, AT_FDCWD)
OPENS(open64, "openat64", (const char *file, int flags, ...), flags, AT_FDCWD)
OPENS(openat, "openat", (int fd, const char *file, int flags, ...), flags, fd)
OPENS(openat64, "openat64", (int fd, const char *file, int flags, ...), flags, fd)

/* What only looks, locks and closes counts where everything does. */
static enum end looked(const char *call, const char *path, size_t *size) {
    counted = 0;
    return wide ? harmed(call, path, 0, size) : DONE;
}

#define LOOKS(type, none, name, parameters, arguments, call, path_of, size) \
    type name parameters { \
        REAL(type, name, parameters) \
        if (looked(call, path_of, size) == FAILS) return none; \
        return real arguments; \
    }

#define READS(name, parameters, arguments) LOOKS(ssize_t, -1, name, parameters, arguments, "read", opened(fd, path), &size)
#define STATS_FILE(name, type) \
    LOOKS(int, -1, name, (int fd, type *found), (fd, found), "stat", opened(fd, path), NULL)
#define STATS_NAME(name, type) \
    LOOKS(int, -1, name, (const char *file, type *found), (file, found), "stat", whole(AT_FDCWD, file, path), NULL)
#define STATS_IN(name, type) \
    LOOKS(int, -1, name, (int fd, const char *file, type *found, int flags), (fd, file, found, flags), "stat", \
          whole(fd, file, path), NULL)
#define LISTS(name, type) LOOKS(type *, NULL, name, (DIR *list), (list), "list", opened(dirfd(list), path), NULL)
#define SEEKS(name, type) \
    LOOKS(type, -1, name, (int fd, type to, int from), (fd, to, from), "seek", opened(fd, path), NULL)
#define MAPS(name, type) \
    LOOKS(void *, MAP_FAILED, name, (void *at_, size_t size, int may, int flags, int fd, type from), \
          (at_, size, may, flags, fd, from), "map", opened(fd, path), NULL)

READS(read, (int fd, void *data, size_t size), (fd, data, size))
READS(pread, (int fd, void *data, size_t size, off_t from), (fd, data, size, from))
READS(pread64, (int fd, void *data, size_t size, off64_t from), (fd, data, size, from))
STATS_FILE(fstat, struct stat)
STATS_FILE(fstat64, struct stat64)
STATS_NAME(stat, struct stat)
STATS_NAME(stat64, struct stat64)
STATS_NAME(lstat, struct stat)
STATS_NAME(lstat64, struct stat64)
STATS_IN(fstatat, struct stat)
STATS_IN(fstatat64, struct stat64)
LOOKS(int, -1, access, (const char *file, int mode), (file, mode), "stat", whole(AT_FDCWD, file, path), NULL)
LOOKS(DIR *, NULL, opendir, (const char *file), (file), "open", whole(AT_FDCWD, file, path), NULL)
LISTS(readdir, struct dirent)
LISTS(readdir64, struct dirent64)
SEEKS(lseek, off_t)
SEEKS(lseek64, off64_t)
MAPS(mmap, off_t)
MAPS(mmap64, off64_t)
LOOKS(int, -1, chmod, (const char *file, mode_t mode), (file, mode), "chmod", whole(AT_FDCWD, file, path), NULL)
LOOKS(int, -1, fchmod, (int fd, mode_t mode), (fd, mode), "chmod", opened(fd, path), NULL)

/* A file whose closing fails is closed all the same. */
int close(int fd) {
    REAL(int, close, (int fd))
    enum end end = looked("close", opened(fd, path), NULL);
    int because = errno, done = real(fd);
    if (end != FAILS) return done;
    errno = because;
    return -1;
}

#define LOCKS(name) \
    int name(int fd, int command, ...) { \
        REAL(int, name, (int fd, int command, ...)) \
        va_list more; \
        va_start(more, command); \
        void *said = va_arg(more, void *); \
        va_end(more); \
        if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) { \
            const struct flock *lock = said; \
            if (looked(lock->l_type == F_UNLCK ? "unlock" : "lock", opened(fd, path), NULL) == FAILS) return -1; \
        } \
        return real(fd, command, said); \
    }

LOCKS(fcntl)
LOCKS(fcntl64)

/* The clock stands still, and chance is the same each time, where somebody wants that. */
int clock_gettime(clockid_t which, struct timespec *now) {
    if (which != CLOCK_REALTIME || !clock_at) return syscall(SYS_clock_gettime, which, now);
    *now = (struct timespec){.tv_sec = clock_at};
    return 0;
}

time_t time(time_t *said) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (said) *said = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict said, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *said = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

ssize_t getrandom(void *data, size_t size, unsigned flags) {
    if (!seed) return syscall(SYS_getrandom, data, size, flags);
    for (size_t place = 0; place < size; place++) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        ((unsigned char *)data)[place] = seed >> 56;
    }
    return size;
}
