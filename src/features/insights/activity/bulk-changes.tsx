import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import type { BulkChange } from '@/contract/insights/activity';
import { useAnnounced } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';

const key = ['activity', 'bulk'];

/** Changes of many rows that the person made and can still undo; nothing when there are none. */
export function BulkChanges() {
  const { t } = useTranslation('insights');
  const isOurs = useAnnounced()?.has('activity') ?? false;
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: () => api.get('activity/bulk'),
    enabled: isOurs,
  });
  const known = data.filter(({ family }) => endpointOf(family) !== undefined);
  if (known.length === 0) return null;
  return (
    <Card title={t('insights:activity.bulk.title')} text={t('insights:activity.bulk.text')}>
      <ul className="divide-y divide-line-faint">
        {known.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </Card>
  );
}

const endpointOf = (family: string) =>
  Object.values(resources as Record<string, AnyResource>).find(({ name }) => name === family)?.endpoint;

function Change({ change: { id, family, at, count, is_removal: isRemoval } }: { change: BulkChange }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const client = useQueryClient();
  const say = (word: string, rows: number) =>
    t(`common:bulk.${word}`, { count: rows, number: formatNumber(rows, i18n.language) });
  const undo = useMutation({
    mutationFn: () => api.post(`${endpointOf(family) ?? family}/bulk/${id}/undo`),
    onSuccess: ({ done, refused }) => {
      showToast('success', say('restored', done));
      if (refused > 0) showToast('info', say('not-restored', refused));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['activity'] }),
        client.invalidateQueries({ queryKey: [family] }),
      ]),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <p className="min-w-0">
        <span className="font-medium">{t(`common:families.${family}`)}</span>
        {': '}
        {t(`insights:activity.bulk.${isRemoval ? 'removed' : 'changed'}`, {
          count,
          number: formatNumber(count, i18n.language),
        })}{' '}
        <time dateTime={at} className="text-small text-ink-second">
          {formatDateTime(at, i18n.language)}
        </time>
      </p>
      <Button size="small" isLoading={undo.isPending} onClick={() => undo.mutate()}>
        {t('common:button-undo')}
      </Button>
    </li>
  );
}
