import type { RequestDeps } from '@/server/core/deps';
import type { AcquirerSettings } from '../acquirer-settings';
import { openExchanges } from '../outgoing/exchanges';
import type { PaymentProvider, ProviderDeps } from './payment-provider';
import { openTbank } from './tbank';
import { openYookassa } from './yookassa';

/** The acquirers that have credentials. `repeats`: none while a person waits, `maxRepeats` in a job. */
export function openProviders(
  { yookassa, tbank, patience: other, ...deps }: AcquirerSettings & Pick<RequestDeps, 'db' | 'now'>,
  patience: Pick<ProviderDeps, 'repeats' | 'totalMs'>,
): PaymentProvider[] {
  const common = { journal: openExchanges(deps), ...patience, ...other };
  return [
    ...(yookassa ? [openYookassa(yookassa, common)] : []),
    ...(tbank ? [openTbank(tbank, common)] : []),
  ];
}
