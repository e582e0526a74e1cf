import type { RequestDeps } from '@/server/core/deps';
import { openProviders } from '@/server/integrations/acquirers/open-providers';
import type { PaymentProvider } from '@/server/integrations/acquirers/payment-provider';
import { maxRepeats } from '@/server/integrations/outgoing/call';

/** What asking an acquirer needs. No method is called within a transaction. */
export type PaymentDeps = RequestDeps;

/** How long a person waits for an acquirer before the page shows that the link is being prepared. */
const personMs = 8000;

export function findProvider(
  deps: PaymentDeps,
  name: string,
  { isWaitedFor = false }: { isWaitedFor?: boolean } = {},
): PaymentProvider | undefined {
  const patience = isWaitedFor ? { repeats: 0, totalMs: personMs } : { repeats: maxRepeats };
  return openProviders(deps, patience).find((one) => one.name === name);
}
