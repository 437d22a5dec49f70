"""Attempts to get out of the boundary: bodies of functions that return LOOT where they do.

Each does no harm where it gets through: signals are 0, forked children end, system calls are
asked what they cannot do, so that the kernel answers with another error than the boundary does.
"""

from __future__ import annotations

import textwrap

# What every attempt may use. CANARY is a file that holds a secret, WITNESS one that must never
# come to be, PORT where this machine listens and PARENT the process that asks; they stand before.
HEAD = """
import sys
os = sys.modules["os"]
ctypes = sys.modules["ctypes"]
LOOT = "LO" + "OT"
ARM = "aarch64" in sys.implementation._multiarch

def call(on_x86, on_arm, *given):
    libc = ctypes.CDLL(None, use_errno=True)
    given = [ctypes.c_long(each) if isinstance(each, int) else each for each in given]
    done = libc.syscall(ctypes.c_long(on_arm if ARM else on_x86), *given)
    if done != -1 or ctypes.get_errno() != 1:
        return LOOT
    raise PermissionError(1, "refused")
"""

# Refused one by one, all in one process; each ends by itself.
REFUSED = {
    "open a file": "return open(CANARY).read()",
    "os.open a file": "return os.read(os.open(CANARY, 0), 99)",
    "io.FileIO": "import io\nreturn io.FileIO(CANARY).read()",
    "io.open_code": "import io\nreturn io.open_code(CANARY).read()",
    "codecs.open": "import codecs\nreturn codecs.open(CANARY).read()",
    "pathlib": "import pathlib\nreturn pathlib.Path(CANARY).read_text()",
    "linecache": "import linecache\nreturn linecache.getline(CANARY, 1)",
    "list a folder": "return os.listdir('/') and LOOT",
    "stat a file": "return os.stat(CANARY) and LOOT",
    "the environment by /proc": "return open('/proc/self/environ').read() + LOOT",
    "the environment": "return str(dict(os.environ))",
    "the parent's memory by /proc": "return open(f'/proc/{PARENT}/mem', 'rb') and LOOT",
    "links of /proc": "return os.readlink('/proc/self/exe') + LOOT",
    "write a file": "open(WITNESS, 'w').write('x')\nreturn LOOT",
    "a sparse file": "f = open(WITNESS, 'wb')\nf.truncate(2 ** 40)\nreturn LOOT",
    "a temporary file": "import tempfile\nreturn tempfile.TemporaryFile() and LOOT",
    "make a folder": "os.mkdir(WITNESS)\nreturn LOOT",
    "a symbolic link": "os.symlink(CANARY, WITNESS)\nreturn LOOT",
    "delete a file": "os.unlink(CANARY)\nreturn LOOT",
    "rename a file": "os.rename(CANARY, WITNESS)\nreturn LOOT",
    "change a file's rights": "os.chmod(CANARY, 0o777)\nreturn LOOT",
    "change the root": "os.chroot('/tmp')\nreturn LOOT",
    "another user": "os.setuid(1000)\nreturn LOOT",
    "a pipe": "return os.pipe() and LOOT",
    "copy a descriptor": "return os.dup(3) and LOOT",
    "the descriptors left open": """
        for fd in [*range(3), *range(4, 256)]:
            for act in (lambda: os.read(fd, 1), lambda: os.write(fd, b'x')):
                try:
                    act()
                    return LOOT
                except OSError:
                    pass
        """,
    "read from the result's pipe": "return os.read(3, 99) and LOOT",
    "close the descriptors": "os.close(3)\nreturn LOOT",
    "a socket by _socket": """
        import _socket
        _socket.socket(2, 1).connect(('127.0.0.1', PORT))
        return LOOT
        """,
    "a socket by its class": "import socket\nsocket.create_connection(('127.0.0.1', PORT))\nreturn LOOT",  # noqa: E501
    "urllib": "import urllib.request as u\nreturn u.urlopen(f'http://127.0.0.1:{PORT}') and LOOT",
    "fork": "if os.fork() == 0:\n    os._exit(0)\nreturn LOOT",
    "fork in a pseudo-terminal": "if os.forkpty()[0] == 0:\n    os._exit(0)\nreturn LOOT",
    "spawn": "return os.posix_spawn('/bin/true', ['true'], {}) and LOOT",
    "exec": "os.execv('/not/there', ['true'])",
    "a shell": "return os.system(f'touch {WITNESS}') == 0 and LOOT",
    "popen": "return os.popen('id').read() and LOOT",
    "subprocess": "import subprocess\nreturn subprocess.check_output('id') and LOOT",
    "_posixsubprocess": "import _posixsubprocess\nreturn LOOT",
    "multiprocessing": "import multiprocessing as m\nm.Process(target=print).start()\nreturn LOOT",
    "a thread": "import _thread\n_thread.start_new_thread(print, ())\nreturn LOOT",
    "a pool of threads": """
        from concurrent.futures import ThreadPoolExecutor
        return ThreadPoolExecutor().submit(int).result() or LOOT
        """,
    "signal the parent": "os.kill(PARENT, 0)\nreturn LOOT",
    "signal every process": "os.kill(-1, 0)\nreturn LOOT",
    "signal a group": "os.killpg(os.getpgid(PARENT), 0)\nreturn LOOT",
    "leave the session": "return os.setsid() and LOOT",
    "raise the limits": """
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        return LOOT
        """,
    "the parent's limits": "import resource\nreturn resource.prlimit(PARENT, 0) and LOOT",
    "priority": "return os.nice(-5) and LOOT",
    "affinity": "os.sched_setaffinity(PARENT, [0])\nreturn LOOT",
    "an anonymous file": "return os.memfd_create('x') and LOOT",
    "map a file": "import mmap\nreturn mmap.mmap(os.open(CANARY, 0), 9)[:] + LOOT",
    "load a library": "return ctypes.CDLL('libcrypt.so.1') and LOOT",
    "C's open": """
        libc = ctypes.CDLL(None)
        return LOOT if libc.open(CANARY.encode(), 0) >= 0 else None
        """,
    "C's system": "return LOOT if ctypes.CDLL(None).system(b'true') == 0 else None",
    "memory to execute": """
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_ssize_t
        return LOOT if libc.mmap(None, 4096, 7, 0x22, -1, 0) != -1 else None
        """,
    "memory made executable": """
        place = ctypes.addressof(ctypes.create_string_buffer(8192)) & ~4095
        made = ctypes.CDLL(None).mprotect(ctypes.c_void_p(place), 4096, 7)
        return LOOT if made == 0 else None
        """,
    "system call openat": "return call(257, 56, -100, CANARY.encode(), 0)",
    "system call openat2": "return call(437, 437, -100, CANARY.encode(), 0, 0)",
    "system call open of x32": "return call(0x40000002, 0x40000002, CANARY.encode(), 0)",
    "system call socket": "return call(41, 198, 2, 1, 0)",
    "system call clone": "return call(56, 220, 0x800, 0, 0, 0, 0)",
    "system call clone3": "return call(435, 435, bytes(88), 1)",
    "system call execve": "return call(59, 221, 0, 0, 0)",
    "system call execveat": "return call(322, 281, -100, 0, 0, 0, 0)",
    "system call ptrace": "return call(101, 117, 16, PARENT, 0, 0)",
    "system call process_vm_readv": "return call(310, 270, PARENT, 0, 0, 0, 0, 0)",
    "system call pidfd_open": "return call(434, 434, PARENT, 0)",
    "system call tgkill": "return call(234, 131, PARENT, PARENT, 0)",
    "system call io_uring_setup": "return call(425, 425, 8, bytes(120))",
    "system call bpf": "return call(321, 280, 0, bytes(64), 64)",
    "system call unshare": "return call(272, 97, 1)",
    "system call mount": "return call(165, 40, 0, 0, 0, 0, 0)",
    "system call userfaultfd": "return call(323, 282, 1)",
    "system call perf_event_open": "return call(298, 241, bytes(112), 0, -1, -1, 0)",
    "system call keyctl": "return call(250, 219, 0, -3, 0)",
    "system call prctl": "return call(157, 167, 4, 1, 0, 0, 0)",
    "another filter": "return call(317, 277, 1, 0, 0)",
    "shared memory": "return call(29, 194, 0, 4096, 0o1600)",
    "message queue": "return call(68, 186, 0, 0o1600)",
    "reboot": "return call(169, 142, 0, 0, 0, 0)",
    "subclasses of object to a shell": """
        for each in ().__class__.__base__.__subclasses__():
            names = getattr(getattr(each, '__init__', None), '__globals__', {})
            if 'system' in names:
                return names['system'](f'touch {WITNESS}') == 0 and LOOT
        """,
    "subclasses of object to a loader": """
        for each in object.__subclasses__():
            if each.__name__ == 'FileLoader':
                return each('x', CANARY).get_data(CANARY)
        import importlib.machinery as m
        return m.SourceFileLoader('x', CANARY).get_data(CANARY)
        """,
    "sys.modules": "return sys.modules['posix'].open(CANARY, 0) and LOOT",
    "the frames below": """
        frame, found = sys._getframe(), []
        while frame:
            found.append(frame.f_globals.get('__builtins__'))
            frame = frame.f_back
        names = [each if isinstance(each, dict) else vars(each) for each in found if each]
        return names[-1]['open'](CANARY).read()
        """,
    "builtins given back": """
        global __builtins__
        import builtins
        __builtins__ = builtins
        return builtins.__import__('io').open(CANARY).read()
        """,
    "the garbage collector": """
        import gc
        for each in gc.get_objects():
            if type(each) is type(sys) and hasattr(each, 'listdir'):
                return each.listdir('/') and LOOT
        """,
    "import from a path": """
        sys.path.insert(0, os.path.dirname(CANARY))
        import importlib
        importlib.invalidate_caches()
        import canary
        return LOOT
        """,
    "import hooks": """
        sys.meta_path.clear()
        sys.path_hooks.clear()
        import this_is_not_there
        """,
    "runpy": "import runpy\nrunpy.run_path(CANARY)\nreturn LOOT",
    "zipimport": "import zipimport\nreturn zipimport.zipimporter(CANARY) and LOOT",
    "eval": "return eval(compile('open(CANARY).read()', 'x', 'eval'))",
    "exec in bare globals": "exec('loot = open(path).read()', {'path': CANARY})\nreturn LOOT",
    "pickle": """
        import pickle
        class Bomb:
            def __reduce__(self):
                return os.system, (f'touch {WITNESS}',)
        return pickle.loads(pickle.dumps(Bomb())) == 0 and LOOT
        """,
    "shelve": "import shelve\nreturn shelve.open(WITNESS) and LOOT",
    "sqlite's ATTACH": """
        import sqlite3
        sqlite3.connect(':memory:').execute('ATTACH ? AS x', (CANARY,))
        return LOOT
        """,
    "forge results without the key": """
        os.write(3, b'{"is": "end", "case": 0, "value": "LO' + b'OT"}\\n' * 50)
        """,
    "write at exit": "import atexit\natexit.register(os.system, f'touch {WITNESS}')",
}


def refused_source(head: str) -> str:
    """One program with a function for each attempt: attempt_0, attempt_1, …"""
    functions = [
        f"def attempt_{place}():\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
        for place, body in enumerate(REFUSED.values())
    ]
    return "\n".join([head, HEAD, *functions])
