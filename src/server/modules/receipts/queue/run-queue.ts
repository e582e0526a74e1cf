import { setTimeout as wait } from 'node:timers/promises';
import type { CashRegister } from '../registers/cash-register';
import { askRegister, nextReceipt, type QueueDeps } from './ask-register';
import { noteRegister } from './note-register';
import { takeRegister } from './register-lease';

/** Sends what waits, and asks about what is not registered yet, for each register in its own pace. */
export async function runQueue(
  deps: QueueDeps,
  registers: readonly CashRegister[],
  signal: AbortSignal,
): Promise<void> {
  const isChosen = (register: CashRegister) => register === registers[0];
  await Promise.all(registers.map((register) => runRegister(deps, register, isChosen(register), signal)));
}

async function runRegister(
  deps: QueueDeps,
  register: CashRegister,
  isChosen: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { pause = wait } = deps.patience ?? {};
  const lease = await takeRegister(deps, register.name);
  if (!lease) return;
  try {
    while (!signal.aborted && (await lease.renew())) {
      const receipt = await nextReceipt(deps, register, isChosen);
      if (!receipt) return;
      const answer = await askRegister(deps, register, receipt);
      if (answer && !(await noteRegister(deps, register.name, answer))) return;
      if (answer) await pause(register.paceMs);
    }
  } finally {
    await lease.end();
  }
}
