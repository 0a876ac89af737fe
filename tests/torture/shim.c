/* Counts how a process changes the files below one folder, and harms it at the N-th time. Put in with LD_PRELOAD.

   SHIM_FOLDER  only what lies below it counts
   SHIM_LOG     where each of these calls is written down, and each time that the process prints
   SHIM_AT      the number of the call that is harmed; 0: none
   SHIM_HOW     fail  this call alone fails
                dead  it fails, and every later one: the disk is gone
                full  from it on nothing can grow any more; the write that hits the edge is cut short
                kill  the process ends before it
                torn  the process ends behind it, or in the middle of it where it writes */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum end { DONE, FAILS, LAST };

static const char *folder = "", *how = "";
static size_t length;
static long at, count;
static int record = -1;

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("SHIM_LOG"), *number = getenv("SHIM_AT");
    if (getenv("SHIM_FOLDER")) folder = getenv("SHIM_FOLDER");
    if (getenv("SHIM_HOW")) how = getenv("SHIM_HOW");
    length = strlen(folder);
    at = number ? atol(number) : 0;
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
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, PATH_MAX - 1);
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

/* Return what becomes of a call; `size` is how much it writes, or null; then `grows` says whether it takes room. */
static enum end harmed(const char *call, const char *path, int grows, size_t *size) {
    if (!length || strncmp(path, folder, length) || (path[length] && path[length] != '/')) return DONE;
    note(call, path[length] ? path + length + 1 : ".");
    count++;
    if (!at || count < at || (count > at && !is("dead") && !is("full"))) return DONE;
    if (is("kill")) raise(SIGKILL);
    if ((is("torn") || (is("full") && count == at)) && size) *size = (*size + 1) / 2;
    if (is("torn")) return LAST;
    if (is("full") && (!grows || (count == at && size))) return DONE;
    errno = is("full") ? ENOSPC : EIO;
    return FAILS;
}

#define WRAP(type, name, parameters, arguments, call, path_of, grows, size) \
    type name parameters { \
        static type (*real) parameters; \
        char path[PATH_MAX]; \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
        enum end end = harmed(call, path_of, grows, size); \
        if (end == FAILS) return -1; \
        type done = real arguments; \
        if (end == LAST) raise(SIGKILL); \
        return done; \
    }

#define WRITES(name, parameters, arguments, fd) WRAP(ssize_t, name, parameters, arguments, "write", opened(fd, path), 1, &size)
#define OF_FILE(name, parameters, arguments, call) WRAP(int, name, parameters, arguments, call, opened(fd, path), 0, NULL)
#define OF_NAME(name, parameters, arguments, call, fd, grows) \
    WRAP(int, name, parameters, arguments, call, whole(fd, file, path), grows, NULL)

static const char *printed(int fd, char *path) {
    if (fd == STDOUT_FILENO) note("print", "");
    return opened(fd, path);
}

WRAP(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), "write", printed(fd, path), 1, &size)
WRITES(pwrite, (int fd, const void *data, size_t size, off_t from), (fd, data, size, from), fd)
WRITES(pwrite64, (int fd, const void *data, size_t size, off64_t from), (fd, data, size, from), fd)
WRITES(sendfile, (int to, int fd, off_t *from, size_t size), (to, fd, from, size), to)
WRITES(sendfile64, (int to, int fd, off64_t *from, size_t size), (to, fd, from, size), to)
WRITES(copy_file_range, (int fd, off64_t *from, int to, off64_t *place, size_t size, unsigned flags),
       (fd, from, to, place, size, flags), to)
OF_FILE(fsync, (int fd), (fd), "sync")
OF_FILE(fdatasync, (int fd), (fd), "sync")
OF_FILE(ftruncate, (int fd, off_t size), (fd, size), "truncate")
OF_FILE(ftruncate64, (int fd, off64_t size), (fd, size), "truncate")
OF_NAME(unlink, (const char *file), (file), "unlink", AT_FDCWD, 0)
OF_NAME(unlinkat, (int fd, const char *file, int flags), (fd, file, flags), "unlink", fd, 0)
OF_NAME(rename, (const char *from, const char *file), (from, file), "rename", AT_FDCWD, 0)
OF_NAME(renameat, (int other, const char *from, int fd, const char *file), (other, from, fd, file), "rename", fd, 0)
OF_NAME(link, (const char *from, const char *file), (from, file), "link", AT_FDCWD, 1)
OF_NAME(linkat, (int other, const char *from, int fd, const char *file, int flags), (other, from, fd, file, flags),
        "link", fd, 1)
OF_NAME(mkdir, (const char *file, mode_t mode), (file, mode), "mkdir", AT_FDCWD, 1)
OF_NAME(mkdirat, (int fd, const char *file, mode_t mode), (fd, file, mode), "mkdir", fd, 1)

/* A file that is opened counts where it is made or emptied. */
static int opening(const char *name, int fd, const char *file, int flags, mode_t mode) {
    int (*real)(int, const char *, int, ...);
    char path[PATH_MAX];
    *(void **)&real = dlsym(RTLD_NEXT, name);
    int there = syscall(SYS_faccessat, fd, file, F_OK) == 0;
    enum end end = DONE;
    if (there ? flags & O_TRUNC : flags & O_CREAT) end = harmed("create", whole(fd, file, path), 1, NULL);
    if (end == FAILS) return -1;
    int done = real(fd, file, flags, mode);
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
