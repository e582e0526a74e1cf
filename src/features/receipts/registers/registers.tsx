import { useQuery } from '@tanstack/react-query';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { RegisterQueue, RegisterView } from '@/contract/receipts/registers';
import { api } from '@/lib/api/client';
import { formatDateTime, formatNumber } from '@/lib/format/format';

/** Cash registers: what each waits for, and why nothing is sent. */
export function Registers() {
  const { word } = useReceiptWords();
  const found = useQuery({
    queryKey: ['receipts', 'registers'],
    queryFn: () => api.get('receipts/registers'),
    refetchInterval: 30_000,
  });
  return (
    <QueryBoundary query={found}>
      {(registers) =>
        registers.length === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <EmptyState picture="empty" title={word('registers.none')} text={word('registers.none-text')} />
          </div>
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            {registers.map((register) => (
              <Register key={register.shop?.id ?? register.name} register={register} />
            ))}
          </div>
        )
      }
    </QueryBoundary>
  );
}

function Register({ register }: { register: RegisterView }) {
  const { word } = useReceiptWords();
  const { shop, name, is_chosen: isChosen } = register;
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface p-4 tabular-nums desk:p-5">
      <h2 className="flex flex-wrap items-center gap-2.5 text-card font-semibold">
        {shop ? (
          <Link
            href={`/${encodeURIComponent(shop.slug)}/ledger?view=register`}
            className="rounded-badge hover:text-accent-ink hover:underline"
          >
            {word('registers.shop', { name: shop.name })}
          </Link>
        ) : (
          word(`registers.names.${name}`)
        )}
        <RegisterState queue={register} />
        {isChosen && <Badge tone="accent">{word('registers.chosen')}</Badge>}
      </h2>
      {shop && <p className="text-small text-ink-second">{word(`registers.names.${name}`)}</p>}
      <Queue queue={register} isShop={shop !== null} />
    </section>
  );
}

export function RegisterState({ queue: { failure } }: { queue: RegisterQueue }) {
  const { word } = useReceiptWords();
  return (
    <Badge tone={failure ? 'bad' : 'good'}>{word(failure ? 'registers.stopped' : 'registers.works')}</Badge>
  );
}

/** What a register waits for, and why nothing is sent. */
export function Queue({ queue, isShop }: { queue: RegisterQueue; isShop: boolean }) {
  const { word, language, adviceOf } = useReceiptWords();
  const { failure, failure_text: text, failing_since: since, paused_until: until } = queue;
  const when = (at: string | null) => (at ? formatDateTime(at, language) : '');
  return (
    <>
      {failure && (
        <div className="mt-3 rounded-card bg-bad-soft px-4 py-3 text-bad">
          <p>{adviceOf({ code: failure }, isShop)}</p>
          {text && <p className="mt-1 text-small break-words">{text}</p>}
          <p className="mt-1 text-small">
            {since && word('registers.since', { when: when(since) })}
            {until && ` ${word('registers.until', { when: when(until) })}`}
          </p>
        </div>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {(['waiting', 'asked', 'unknown', 'blocked'] as const).map((state) => (
          <div key={state}>
            <dt className="text-small text-ink-second">{word(`states.${state}`)}</dt>
            <dd
              className={`text-card font-semibold ${state === 'blocked' && queue[state] > 0 ? 'text-bad' : ''}`}
            >
              {formatNumber(queue[state], language)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-small text-ink-second">
        {queue.oldest_at
          ? word('registers.oldest', { when: when(queue.oldest_at) })
          : word('registers.queue-empty')}
        {queue.answered_at && ` · ${word('registers.answered', { when: when(queue.answered_at) })}`}
      </p>
    </>
  );
}
