import { examine, type Finding } from '@/server/core/doctor';
import { readEnv } from '@/server/core/env';
import { examineAcquirers } from '@/server/integrations/acquirers/examine-acquirers';
import { examineReceipts, examineRegisters } from '@/server/modules/receipts/registers/examine-registers';

/** `npm run doctor`: checks this machine and the environment, says what to fix, and fails on a fault. */
const signs = { ok: '✓', warning: '!', fault: '✗' };

const findings = await look();
for (const { state, text } of findings) process.stdout.write(`${signs[state]} ${text}\n`);
process.exit(findings.some(({ state }) => state === 'fault') ? 1 : 0);

async function look(): Promise<Finding[]> {
  let env: ReturnType<typeof readEnv>;
  try {
    env = readEnv();
  } catch (error) {
    return [{ state: 'fault', text: error instanceof Error ? error.message : String(error) }];
  }
  return [
    ...(await examine(env)),
    ...(await examineAcquirers(env)),
    ...(await examineRegisters(env)),
    ...(await examineReceipts(env)),
  ];
}
