"""A seccomp allow-list for the process that runs a student's program (Linux, x86-64 and aarch64).

Written here since it is one page: libseccomp's Python packages need a system library that is often
missing, and their last release is of 2021. Imported by a child that sees only this folder, so it
imports the standard library alone.

A call that is not on the list fails with EPERM, which Python shows as PermissionError; one made
by another instruction set (32-bit calls, x32) ends the process.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from typing import NamedTuple

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
SIGKILL = 9

_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | 1  # the call returns EPERM
_KILL_PROCESS = 0x80000000

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_ANY_BIT = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN = 0x06

_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_PROT_EXEC = 0x4
_MAP_ANONYMOUS = 0x20

# Memory, time, waiting, signals to itself by timers, randomness, the end. No call opens a file or
# socket, starts or names a process or thread, sends a signal or reads anything.
_FREELY = {
    "x86_64": {
        "munmap": 11,
        "brk": 12,
        "rt_sigaction": 13,
        "rt_sigprocmask": 14,
        "rt_sigreturn": 15,
        "sched_yield": 24,
        "mremap": 25,
        "madvise": 28,
        "nanosleep": 35,
        "setitimer": 38,
        "exit": 60,
        "gettimeofday": 96,
        "sigaltstack": 131,
        "futex": 202,
        "restart_syscall": 219,
        "clock_gettime": 228,
        "clock_nanosleep": 230,
        "exit_group": 231,
        "getrandom": 318,
    },
    "aarch64": {
        "munmap": 215,
        "brk": 214,
        "rt_sigaction": 134,
        "rt_sigprocmask": 135,
        "rt_sigreturn": 139,
        "sched_yield": 124,
        "mremap": 216,
        "madvise": 233,
        "nanosleep": 101,
        "setitimer": 103,
        "exit": 93,
        "gettimeofday": 169,
        "sigaltstack": 132,
        "futex": 98,
        "restart_syscall": 128,
        "clock_gettime": 113,
        "clock_nanosleep": 115,
        "exit_group": 94,
        "getrandom": 278,
    },
}


class CannotLock(Exception):
    """This machine cannot hold a process in; the message says why."""


class _Architecture(NamedTuple):
    audit: int
    write: int
    mmap: int
    mprotect: int


_ARCHITECTURES = {
    "x86_64": _Architecture(audit=0xC000003E, write=1, mmap=9, mprotect=10),
    "aarch64": _Architecture(audit=0xC00000B7, write=64, mmap=222, mprotect=226),
}


def lock_process(machine: str, result_fd: int) -> None:
    """Refuse this process, for good, all but memory, time and writing to `result_fd`.

    Raises CannotLock where the system or the machine has no such lock.
    """
    if not sys.platform.startswith("linux"):
        raise CannotLock(f"seccomp is a part of Linux, and this is {sys.platform}")
    if machine not in _ARCHITECTURES:
        raise CannotLock(f"no list of system calls for {machine}")
    if sys.maxsize < 2**32:
        raise CannotLock("a 64-bit Python is needed")
    program = filter_program(machine, result_fd)
    instructions = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog { unsigned short len; struct sock_filter *filter; }
    head = ctypes.create_string_buffer(
        struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(instructions))
    )
    _control(PR_SET_NO_NEW_PRIVS, 1, "no_new_privs")
    _control(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, "the seccomp filter", ctypes.addressof(head))


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies, and keep others from tracing it."""
    _control(PR_SET_PDEATHSIG, SIGKILL, "the signal at the parent's death")
    _control(PR_SET_DUMPABLE, 0, "no dumps")


def filter_program(machine: str, result_fd: int) -> bytes:
    """Return the BPF program, 8 bytes an instruction."""
    known = _ARCHITECTURES[machine]
    code = [
        _instruction(_LOAD, _ARCH),
        _instruction(_EQUAL, known.audit, skip_true=1),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER),
    ]
    for number in sorted(_FREELY[machine].values()):
        code += [_instruction(_EQUAL, number, skip_false=1), _instruction(_RETURN, _ALLOW)]
    code += _only(known.write, [(_EQUAL, _argument(0), result_fd, True)])
    code += _only(known.mprotect, [(_ANY_BIT, _argument(2), _PROT_EXEC, False)])
    code += _only(
        known.mmap,
        [
            (_ANY_BIT, _argument(2), _PROT_EXEC, False),
            (_ANY_BIT, _argument(3), _MAP_ANONYMOUS, True),
        ],
    )
    code.append(_instruction(_RETURN, _REFUSE))
    return b"".join(code)


def _only(number: int, conditions: list[tuple[int, int, int, bool]]) -> list[bytes]:
    """Allow the call `number` where each (test, offset, value, wanted) comes out as wanted."""
    checks: list[bytes] = []
    for test, offset, value, wanted in conditions:
        checks.append(_instruction(_LOAD, offset))
        checks.append(_instruction(test, value, skip_true=int(wanted), skip_false=int(not wanted)))
        checks.append(_instruction(_RETURN, _REFUSE))
    checks.append(_instruction(_RETURN, _ALLOW))
    return [_instruction(_EQUAL, number, skip_false=len(checks)), *checks]


def _argument(index: int) -> int:
    """The offset of a system call's argument: its low half, on a little-endian machine."""
    return _ARGUMENTS + 8 * index


def _instruction(code: int, value: int, skip_true: int = 0, skip_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, skip_true, skip_false, value)


def _control(option: int, value: int, what: str, pointer: int = 0) -> None:
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    zero = ctypes.c_ulong(0)
    if prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(pointer), zero, zero) != 0:
        raise CannotLock(f"the system refused {what} (errno {ctypes.get_errno()})")
