import type { Finding } from '@/server/core/doctor';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { checkRegister } from '../shop-registers/check-register';
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
    registers.map(async (register): Promise<Finding> => {
      const { name } = register;
      const { state, text } = await checkRegister(register);
      if (state === 'access')
        return {
          state: 'fault',
          text: `Cash register ${name} refuses the credentials (${text}): check its keys.`,
        };
      return state === 'silent'
        ? { state: 'warning', text: `Cash register ${name} does not answer (${text}).` }
        : { state: 'ok', text: `Receipts: ${name}` };
    }),
  );
}
