"""Elenchus, all that answers a student.

Two packages are configured before others are imported.
"""

import os
import sys

# onnxruntime would send what it runs to its makers, and keep a number of this machine for it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# PyMuPDF would load its layout analysis and its Markdown writer, which nothing here uses: over a
# second, onnxruntime and pandas.
sys.modules["pymupdf.layout"] = sys.modules["pymupdf4llm"] = None  # type: ignore[assignment]
