import type { Finding } from '@/server/core/doctor';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { openAtol } from './atol';
import { openYookassaRegister } from './yookassa';

const patience = { journal: async () => {}, pause: async () => {}, totalMs: 5000 };

/** Asks each cash register for a document that it does not have: whether it answers, and takes the credentials. */
export async function examineRegisters({ atol, yookassa }: AcquirerSettings): Promise<Finding[]> {
  const registers = [
    ...(atol ? [openAtol(atol, patience)] : []),
    ...(yookassa?.receipts ? [openYookassaRegister(yookassa, { ...patience, now: () => new Date() })] : []),
  ];
  return Promise.all(
    registers.map(async ({ name, read }): Promise<Finding> => {
      const answer = await read('00000000-0000-4000-8000-000000000000');
      const said = answer.kind === 'failed' ? answer.text : answer.kind === 'unknown' ? answer.failure : '';
      if (answer.kind === 'failed' && answer.failure === 'access')
        return {
          state: 'fault',
          text: `Cash register ${name} refuses the credentials (${said}): check its keys.`,
        };
      const isSilent = answer.kind === 'unknown' || (answer.kind === 'failed' && answer.failure === 'silent');
      return isSilent
        ? { state: 'warning', text: `Cash register ${name} does not answer (${said}).` }
        : { state: 'ok', text: `Receipts: ${name}` };
    }),
  );
}
