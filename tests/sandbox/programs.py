"""Programs that try to get out, or to take more than they may; each prints DONE if it could.

The twin of a program is the same program, or the same with less force, on the bare host: there
it prints DONE, so that what fails inside fails because of the sandbox. ``{port}``, ``{secret}``
and the like are filled in with what stands on the host for the test.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attempt:
    """A program, and what to replace in it for its twin."""

    name: str
    code: str
    gentle: tuple[tuple[str, str], ...] = ()

    @property
    def twin(self) -> str:
        """The program as it is run outside."""
        code = self.code
        for hard, soft in self.gentle:
            assert hard in code
            code = code.replace(hard, soft)
        return code


_CHILD = (
    "import os\npid = os.fork()\nif pid == 0:\n"
    "    import time\n    time.sleep(2)\n    os._exit(0)\n"
)
"""A child that waits to be looked into."""


def _linux(call: str) -> str:
    return (
        "import ctypes, platform\n"
        "arm = platform.machine() == 'aarch64'\n"
        "plain = ctypes.CDLL(None, use_errno=True).syscall\n"
        "def call(*all):\n"
        "    return plain(*(ctypes.c_long(a) if isinstance(a, int) else a for a in all))\n"
        f"{call}\n"
    )


NETWORK = (
    Attempt(
        "tcp",
        "import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)\nprint('DONE')",
    ),
    Attempt(
        "http",
        "import urllib.request\n"
        "urllib.request.urlopen('http://127.0.0.1:{port}/', timeout=2).read()\nprint('DONE')",
    ),
    Attempt(
        "udp answered",
        "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.settimeout(2)\n"
        "s.sendto(b'x', ('127.0.0.1', {udp}))\ns.recvfrom(9)\nprint('DONE')",
    ),
    Attempt(
        "abstract socket",
        "import socket\ns = socket.socket(socket.AF_UNIX)\ns.settimeout(2)\n"
        "s.connect('\\0{abstract}')\nprint('DONE')",
    ),
    Attempt(
        "socket file",
        "import socket\ns = socket.socket(socket.AF_UNIX)\ns.settimeout(2)\n"
        "s.connect('{socket}')\nprint('DONE')",
    ),
    Attempt(
        "tcp from another program",
        "import subprocess, sys\n"
        "code = 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 2)'\n"
        "subprocess.run([sys.executable, '-c', code], check=True)\nprint('DONE')",
    ),
)

FILES = (
    Attempt("read", "print('DONE' if 'secret' in open('{secret}').read() else '')"),
    Attempt(
        "read by a link",
        "import os, tempfile\nat = os.path.join(tempfile.mkdtemp(), 'l')\n"
        "os.symlink('{secret}', at)\nopen(at).read()\nprint('DONE')",
    ),
    Attempt("read upwards", "open('../' * 40 + '{secret}'.lstrip('/')).read()\nprint('DONE')"),
    Attempt("read by own root", "open('/proc/self/root{secret}').read()\nprint('DONE')"),
    Attempt(
        "read by another's root",
        "import os\nfor pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    try:\n        open(f'/proc/{{pid}}/root{secret}').read()\n"
        "        print('DONE')\n        break\n    except OSError:\n        pass",
    ),
    Attempt("list", "import os\nprint('DONE' if os.listdir('{folder}') else '')"),
    Attempt("write", "open('{folder}/new', 'w').write('x')\nprint('DONE')"),
    Attempt("append", "open('{secret}', 'a').write('x')\nprint('DONE')"),
    Attempt("delete", "import os\nos.unlink('{victim}')\nprint('DONE')"),
    Attempt("rename", "import os\nos.rename('{victim}', '{victim}2')\nprint('DONE')"),
    Attempt("change mode", "import os\nos.chmod('{victim}', 0o777)\nprint('DONE')"),
    Attempt("hard link", "import os\nos.link('{secret}', '{folder}/hard')\nprint('DONE')"),
    Attempt("users of the system", "print('DONE' if 'root' in open('/etc/passwd').read() else '')"),
    Attempt(
        "write among the packages",
        "import os, msgspec\nat = os.path.dirname(msgspec.__file__) + '/.tried-{mark}'\n"
        "open(at, 'w').close()\nos.unlink(at)\nprint('DONE')",
    ),
    Attempt(
        "devices of the kernel", "import os\nprint('DONE' if os.listdir('/sys/class') else '')"
    ),
    Attempt(
        "write beside the interpreter",
        "import os, sys\nat = os.path.join(sys.prefix, '.tried-{mark}')\n"
        "open(at, 'w').close()\nos.unlink(at)\nprint('DONE')",
    ),
)

PROCESSES = (
    Attempt(
        "forks",
        "import os, time\nfor n in range(60):\n    if os.fork() == 0:\n"
        "        time.sleep(1)\n        os._exit(0)\nprint('DONE')",
    ),
    Attempt(
        "threads",
        "import threading, time\nfor n in range(60):\n"
        "    threading.Thread(target=time.sleep, args=(1,), daemon=True).start()\nprint('DONE')",
    ),
    Attempt(
        "programs",
        "import subprocess\nall = [subprocess.Popen(['/usr/bin/sleep', '1']) for _ in range(60)]\n"
        "[one.wait() for one in all]\nprint('DONE')",
    ),
    Attempt("see a process", "import os\nos.kill({pid}, 0)\nprint('DONE')"),
    Attempt("stop a process", "import os\nos.kill({pid}, 19)\nos.kill({pid}, 18)\nprint('DONE')"),
    Attempt("end a process", "import os\nos.kill({prey}, 15)\nprint('DONE')"),
    Attempt(
        "environment of a process",
        "print('DONE' if open('/proc/{pid}/environ').read() is not None else '')",
    ),
    Attempt("command of a process", "print('DONE' if open('/proc/{pid}/cmdline').read() else '')"),
    Attempt("endless", "while True:\n    pass", (("while True:\n    pass", "print('DONE')"),)),
    Attempt(
        "asleep for ever",
        "import time\ntime.sleep(3600)\nprint('DONE')",
        (("3600", "0.01"),),
    ),
    Attempt(
        "trace a child",
        _CHILD
        + _linux(
            "assert call(117 if arm else 101, 16, pid, 0, 0) == 0\nos.kill(pid, 9)\nprint('DONE')"
        ),
    ),
)

MEMORY = (
    Attempt("allocate", "a = bytearray(b'x') * ({more} << 20)\nprint('DONE')"),
    Attempt("map", "import mmap\na = mmap.mmap(-1, {more} << 20)\nprint('DONE')"),
    Attempt(
        "allocate in children",
        "import os, time\nfor n in range(8):\n    if os.fork() == 0:\n"
        "        a = bytearray(b'x') * (100 << 20)\n        time.sleep(1)\n        os._exit(0)\n"
        "for n in range(8):\n    os.wait()\nprint('DONE')",
    ),
    Attempt(
        "memory files",
        "import os\nfor n in range(8):\n    fd = os.memfd_create(str(n))\n"
        "    os.write(fd, b'x' * (30 << 20))\nprint('DONE')",
    ),
    Attempt(
        "shared memory",
        "import os\nfor n in range(8):\n    at = f'/dev/shm/tried-{mark}-{{n}}'\n"
        "    try:\n        open(at, 'wb').write(b'x' * (30 << 20))\n"
        "    finally:\n        pass\n"
        "[os.unlink(f'/dev/shm/tried-{mark}-{{n}}') for n in range(8)]\nprint('DONE')",
    ),
    Attempt(
        "shared segments",
        _linux(
            "got = call(194 if arm else 29, 0, 1 << 20, 0o1600)\nassert got >= 0\n"
            "call(195 if arm else 31, got, 0, 0)\nprint('DONE')"
        ),
    ),
    Attempt(
        "one file",
        "import tempfile\nf = tempfile.TemporaryFile()\nf.write(b'x' * ({more} << 20))\nf.flush()\n"
        "print('DONE')",
    ),
    Attempt(
        "many files",
        "import os, tempfile\nwith tempfile.TemporaryDirectory() as d:\n    for n in range(12):\n"
        "        open(f'{{d}}/{{n}}', 'wb').write(b'x' * (20 << 20))\nprint('DONE')",
    ),
    Attempt(
        "many descriptors",
        "all = [open('/dev/null') for _ in range(400)]\nprint('DONE')",
    ),
)

SELF = (
    Attempt("environment", "import os\nprint('DONE' if os.environ['VERIDICAL_SECRET'] else '')"),
    Attempt(
        "environment by file",
        "print('DONE' if b'VERIDICAL_SECRET' in open('/proc/self/environ', 'rb').read() else '')",
    ),
    Attempt(
        "inherited descriptor",
        "import os\nprint('DONE' if os.read({fd}, 99) is not None else '')",
    ),
    Attempt(
        "name of the machine", "import os\nprint('DONE' if os.uname().nodename == '{host}' else '')"
    ),
    Attempt(
        "own name space",
        "import subprocess\nsubprocess.run(['unshare', '-Ur', 'true'], check=True)\nprint('DONE')",
    ),
    Attempt(
        "own rules of the machine",
        _linux("assert call(92 if arm else 135, 0xffffffff) >= 0\nprint('DONE')"),
    ),
    Attempt(
        "raise own limits",
        "import resource\nmore = resource.getrlimit(resource.RLIMIT_NPROC)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (512, 512))\nprint('DONE')",
    ),
    Attempt(
        "memory of a child",
        _linux(
            "import os, time\nbuffer = ctypes.create_string_buffer(b'x' * 8)\n"
            "class V(ctypes.Structure):\n"
            "    _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t)]\n"
            "own = V(ctypes.addressof(buffer), 8)\nvector = ctypes.byref(own)\npid = os.fork()\n"
            "if pid == 0:\n    time.sleep(2)\n    os._exit(0)\n"
            "assert call(270 if arm else 310, pid, vector, 1, vector, 1, 0) > 0\n"
            "os.kill(pid, 9)\nprint('DONE')"
        ),
    ),
)

ATTEMPTS = (*NETWORK, *FILES, *PROCESSES, *MEMORY, *SELF)
