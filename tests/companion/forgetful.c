/* Notes every write, cut, sync and removal below $FORGETFUL_FOLDER, and every line said on standard output, in
 * $FORGETFUL_LOG: what a disk would be asked to do, in order, from which a power cut at any moment can be made. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int note_fd = -1;

static void note(char what, const char *path, uint64_t at, const void *data, uint64_t length, int has_data) {
    if (note_fd < 0) {
        const char *log = getenv("FORGETFUL_LOG");
        if (!log) return;
        note_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    char head[600];
    int size = snprintf(head, sizeof head, "%c %s %llu %llu %d\n", what, path, (unsigned long long)at,
                        (unsigned long long)length, has_data);
    struct iovec parts[2] = {{head, (size_t)size}, {(void *)data, has_data ? length : 0}};
    syscall(SYS_writev, note_fd, parts, 2);
}

static const char *ours(int fd, char *path, size_t size) {
    const char *folder = getenv("FORGETFUL_FOLDER");
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (!folder || length < 0) return NULL;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0 ? path : NULL;
}

#define REAL(name, kind) static kind real; if (!real) real = (kind)dlsym(RTLD_NEXT, name)
typedef ssize_t (*pwrite_kind)(int, const void *, size_t, off64_t);
typedef ssize_t (*write_kind)(int, const void *, size_t);
typedef int (*sync_kind)(int);
typedef int (*cut_kind)(int, off64_t);
typedef int (*remove_kind)(const char *);

#define PWRITE(name) \
    ssize_t name(int fd, const void *data, size_t length, off64_t at) { \
        REAL(#name, pwrite_kind); \
        char path[512]; \
        ssize_t done = real(fd, data, length, at); \
        if (done > 0 && ours(fd, path, sizeof path)) note('W', path, (uint64_t)at, data, (uint64_t)done, 1); \
        return done; \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *data, size_t length) {
    REAL("write", write_kind);
    char path[512];
    off64_t at = fd == 1 ? 0 : lseek64(fd, 0, SEEK_CUR);
    ssize_t done = real(fd, data, length);
    if (fd == 1 && done > 0) note('A', "-", 0, data, (uint64_t)done, 1);
    else if (done > 0 && ours(fd, path, sizeof path)) note('W', path, (uint64_t)at, data, (uint64_t)done, 1);
    return done;
}

#define SYNC(name) \
    int name(int fd) { \
        REAL(#name, sync_kind); \
        char path[512]; \
        int failed = real(fd); \
        if (!failed && ours(fd, path, sizeof path)) note('S', path, 0, NULL, 0, 0); \
        return failed; \
    }
SYNC(fsync)
SYNC(fdatasync)

#define CUT(name) \
    int name(int fd, off64_t length) { \
        REAL(#name, cut_kind); \
        char path[512]; \
        int failed = real(fd, length); \
        if (!failed && ours(fd, path, sizeof path)) note('T', path, 0, NULL, (uint64_t)length, 0); \
        return failed; \
    }
CUT(ftruncate)
CUT(ftruncate64)

int unlink(const char *path) {
    REAL("unlink", remove_kind);
    const char *folder = getenv("FORGETFUL_FOLDER");
    int failed = real(path);
    if (!failed && folder && strncmp(path, folder, strlen(folder)) == 0) note('U', path, 0, NULL, 0, 0);
    return failed;
}
