"""`python -m tests.benchmarks`."""

from tests.benchmarks.run import main

raise SystemExit(main())
