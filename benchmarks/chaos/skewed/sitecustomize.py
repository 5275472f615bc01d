"""A clock that is wrong by CHAOS_SKEW seconds. Python imports this first in every
process whose PYTHONPATH has this folder.
"""

import os
import time

import time_machine

time_machine.travel(time.time() + float(os.environ["CHAOS_SKEW"])).start()
