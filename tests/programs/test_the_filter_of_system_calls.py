"""The seccomp filter, executed instruction by instruction, for both machines it is written for."""

from __future__ import annotations

import struct

import pytest

from tutor_app.programs.sandboxed_child.seccomp import filter_program

ALLOWED, REFUSED, KILLED = "allowed", "refused", "killed"
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# By <asm/unistd_64.h> and <asm-generic/unistd.h>.
FREE = {
    "x86_64": {11, 12, 13, 14, 15, 24, 25, 28, 35, 38, 60, 96, 131, 202, 219, 228, 230, 231, 318},
    "aarch64": {93, 94, 98, 101, 103, 113, 115, 124, 128, 132, 134, 135, 139, 169, 214, 215, 216,
                233, 278},
}  # fmt: skip
WRITE = {"x86_64": 1, "aarch64": 64}
MMAP = {"x86_64": 9, "aarch64": 222}
MPROTECT = {"x86_64": 10, "aarch64": 226}
RESULT_FD = 3
machines = pytest.mark.parametrize("machine", ["x86_64", "aarch64"])


def decide(machine: str, number: int, *arguments: int, audit: int | None = None) -> str:
    """What the filter answers to one system call."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, audit or AUDIT[machine], 0, *padded)
    program = filter_program(machine, RESULT_FD)
    place, loaded = 0, 0
    while True:
        code, if_true, if_false, value = struct.unpack_from("HBBI", program, 8 * place)
        place += 1
        match code:
            case 0x20:
                (loaded,) = struct.unpack_from("<I", data, value)
            case 0x15:
                place += if_true if loaded == value else if_false
            case 0x45:
                place += if_true if loaded & value else if_false
            case 0x06:
                return {0x7FFF0000: ALLOWED, 0x50001: REFUSED, 0x80000000: KILLED}[value]
            case _:
                raise AssertionError(f"no such instruction: {code:#x}")


@machines
def test_only_the_calls_on_the_list_are_allowed_whatever_their_arguments(machine: str) -> None:
    special = {WRITE[machine], MMAP[machine], MPROTECT[machine]}
    for number in set(range(1024)) - special:
        expected = ALLOWED if number in FREE[machine] else REFUSED
        assert decide(machine, number, RESULT_FD, 0, 0, 0x22) == expected, number


@machines
def test_nothing_is_written_but_to_the_result(machine: str) -> None:
    answers = [decide(machine, WRITE[machine], fd) for fd in (0, 1, 2, RESULT_FD, 4, 2**31)]

    assert answers == [REFUSED, REFUSED, REFUSED, ALLOWED, REFUSED, REFUSED]


@machines
def test_memory_is_given_unless_of_a_file_or_to_execute(machine: str) -> None:
    read_write, execute, anonymous, of_file = 0x3, 0x7, 0x22, 0x02

    assert decide(machine, MMAP[machine], 0, 4096, read_write, anonymous) == ALLOWED
    assert decide(machine, MMAP[machine], 0, 4096, execute, anonymous) == REFUSED
    assert decide(machine, MMAP[machine], 0, 4096, read_write, of_file) == REFUSED
    assert decide(machine, MPROTECT[machine], 0, 4096, read_write) == ALLOWED
    assert decide(machine, MPROTECT[machine], 0, 4096, execute) == REFUSED


@machines
def test_calls_of_another_instruction_set_end_the_process(machine: str) -> None:
    assert decide(machine, 1, audit=0x40000003) == KILLED


def test_calls_of_x32_are_refused() -> None:
    assert decide("x86_64", 0x40000000 | WRITE["x86_64"], RESULT_FD) == REFUSED
