import type { Finding } from '@/server/core/doctor';
import type { AcquirerSettings } from '../acquirer-settings';
import { openTbank } from './tbank';
import { openYookassa } from './yookassa';

const patience = { journal: async () => {}, repeats: 0, totalMs: 10_000 };

/** Whether the acquirers take our credentials, asked by what reads nothing of anybody: for `npm run doctor`. */
export async function examineAcquirers({ yookassa, tbank }: AcquirerSettings): Promise<Finding[]> {
  const asked = [
    ...(yookassa ? [openYookassa(yookassa, patience)] : []),
    ...(tbank ? [openTbank(tbank, patience)] : []),
  ];
  return Promise.all(
    asked.map(async (provider): Promise<Finding> => {
      const since = new Date();
      const answer = await provider.find({ key: 'doctor', orderId: 0, since });
      const name = `${provider.name}${provider.isTestShop ? ' (test shop)' : ''}`;
      if (answer.kind === 'done') return { state: 'ok', text: `Payments: ${name}` };
      return answer.kind === 'refused'
        ? { state: 'fault', text: `${name} refuses the credentials (${answer.code}): check its keys.` }
        : { state: 'warning', text: `${name} does not answer (${answer.failure}).` };
    }),
  );
}
