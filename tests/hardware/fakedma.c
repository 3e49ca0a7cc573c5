/* Lends libcamera's virtual camera its buffers on a kernel without udmabuf: plain memory in a dma-buf's place. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct udmabuf_create { uint32_t memfd, flags; uint64_t offset, size; };
struct dma_heap_data { uint64_t len; uint32_t fd, fd_flags; uint64_t heap_flags; };
#define MAKE_UDMABUF _IOW('u', 0x42, struct udmabuf_create)
#define MAKE_HEAP _IOWR('H', 0, struct dma_heap_data)

static int is_provider(const char *path) {
    return path && (!strcmp(path, "/dev/udmabuf") || !strncmp(path, "/dev/dma_heap/", 14));
}

#define OPENS(name, before, forward)                                             \
    {                                                                            \
        va_list rest;                                                            \
        va_start(rest, flags);                                                   \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;  \
        va_end(rest);                                                            \
        if (is_provider(path)) return memfd_create("provider", 0);               \
        int (*real) before = dlsym(RTLD_NEXT, name);                             \
        return real forward;                                                     \
    }

int open(const char *path, int flags, ...) OPENS("open", (const char *, int, ...), (path, flags, mode))
int open64(const char *path, int flags, ...) OPENS("open64", (const char *, int, ...), (path, flags, mode))
int openat(int at, const char *path, int flags, ...) OPENS("openat", (int, const char *, int, ...), (at, path, flags, mode))
int openat64(int at, const char *path, int flags, ...) OPENS("openat64", (int, const char *, int, ...), (at, path, flags, mode))

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *data = va_arg(rest, void *);
    va_end(rest);
    uint32_t asked = (uint32_t)request;
    if (asked == (uint32_t)MAKE_UDMABUF) return dup(((struct udmabuf_create *)data)->memfd);
    if (asked == (uint32_t)MAKE_HEAP) {
        struct dma_heap_data *heap = data;
        int memory = memfd_create("heap", 0);
        if (memory < 0 || ftruncate(memory, heap->len)) return -1;
        heap->fd = memory;
        return 0;
    }
    if (((asked >> 8) & 0xff) == 'b' && (asked & 0xff) <= 1) return 0; /* DMA_BUF_IOCTL_SYNC and its name */
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    return real(fd, request, data);
}
