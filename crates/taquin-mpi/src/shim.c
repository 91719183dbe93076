/* The calls to MPI that taquin-mpi needs, as plain functions.
 *
 * All of them return 0, or a positive number for a failure. Nothing here blocks for long: messages are
 * sent without waiting and received only once they have been announced. With ULFM, the loss of a rank is
 * reported by shim_failed and changes nothing for the others. */
#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#if defined(MPIX_ERR_PROC_FAILED)
#define HAS_ULFM 1
#else
#define HAS_ULFM 0
#endif

/* Messages that are under way, with a copy of their bytes. */
struct pending {
  MPI_Request request;
  char *bytes;
  struct pending *next;
};
static struct pending *pending;
static MPI_Comm world;

int shim_init(int *rank, int *size, int *has_ulfm) {
  int provided;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (MPI_Comm_dup(MPI_COMM_WORLD, &world) != MPI_SUCCESS) return 2;
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  MPI_Comm_rank(world, rank);
  MPI_Comm_size(world, size);
  *has_ulfm = HAS_ULFM;
  return 0;
}

static void reap(void) {
  struct pending **at = &pending;
  while (*at) {
    int done = 0;
    /* An error ends the request as well: its receiver is gone. */
    if (MPI_Test(&(*at)->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) done = 1;
    if (done) {
      struct pending *gone = *at;
      *at = gone->next;
      free(gone->bytes);
      free(gone);
    } else {
      at = &(*at)->next;
    }
  }
}

int shim_send(int to, int tag, const char *bytes, int count) {
  struct pending *message = malloc(sizeof *message);
  if (!message) return 1;
  message->bytes = malloc(count > 0 ? (size_t)count : 1);
  if (!message->bytes) {
    free(message);
    return 1;
  }
  memcpy(message->bytes, bytes, (size_t)count);
  if (MPI_Isend(message->bytes, count, MPI_BYTE, to, tag, world, &message->request) != MPI_SUCCESS) {
    free(message->bytes);
    free(message);
    return 2;
  }
  message->next = pending;
  pending = message;
  return 0;
}

/* Whether messages are still under way. */
int shim_is_sending(void) {
  reap();
  return pending != NULL;
}

/* Whether a message has arrived, and its sender, tag and length. */
int shim_probe(int *arrived, int *from, int *tag, int *count) {
  MPI_Status status;
  reap();
  *arrived = 0;
  if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, arrived, &status) != MPI_SUCCESS) {
    *arrived = 0;
    return 1;
  }
  if (*arrived) {
    *from = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    MPI_Get_count(&status, MPI_BYTE, count);
  }
  return 0;
}

int shim_receive(int from, int tag, char *bytes, int count) {
  return MPI_Recv(bytes, count, MPI_BYTE, from, tag, world, MPI_STATUS_IGNORE) != MPI_SUCCESS;
}

/* Writes the ranks that are lost, at most `room` of them, and allows receiving from the others. */
int shim_failed(int *ranks, int room, int *count) {
  *count = 0;
#if HAS_ULFM
  MPI_Group all, failed;
  int size, i;
  if (MPIX_Comm_failure_ack(world) != MPI_SUCCESS) return 1;
  if (MPIX_Comm_failure_get_acked(world, &failed) != MPI_SUCCESS) return 2;
  MPI_Group_size(failed, &size);
  MPI_Comm_group(world, &all);
  for (i = 0; i < size && i < room; i++) MPI_Group_translate_ranks(failed, 1, &i, all, &ranks[i]);
  *count = size < room ? size : room;
  MPI_Group_free(&all);
  MPI_Group_free(&failed);
#else
  (void)ranks;
  (void)room;
#endif
  return 0;
}

/* Writes the name of this machine, at most `room` bytes, and its length. */
int shim_host(char *name, int room, int *length) {
  char all[MPI_MAX_PROCESSOR_NAME];
  if (MPI_Get_processor_name(all, length) != MPI_SUCCESS) return 1;
  if (*length > room) *length = room;
  memcpy(name, all, (size_t)*length);
  return 0;
}

/* Called in a child process before it becomes another program: that ends when this process does. */
int shim_end_with_parent(void) {
#if defined(__linux__)
  return prctl(PR_SET_PDEATHSIG, SIGKILL) != 0;
#else
  return 0;
#endif
}

int shim_finalize(void) { return MPI_Finalize() != MPI_SUCCESS; }
