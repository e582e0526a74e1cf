import { FileClock } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import type { Filter } from '@/contract/core/define';
import { useSaveReport } from '@/lib/hooks/use-save-report';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';
import type { Toolbar } from './use-toolbar';

/** Makes a report of what a list shows; nothing where the server has no reports. */
export function SaveReportButton({ resource, query, views }: Pick<Toolbar, 'resource' | 'query' | 'views'>) {
  const { t } = useTranslation('common');
  const name = useLabels(resource).text('title');
  const save = useSaveReport({ resource, query, shop: views.shop, columns: views.state.columns });
  const { open } = useModalActions();
  const periodKey = resource.filters.find(({ kind, upTo }: Filter) => kind === 'days' && upTo)?.key;
  if (!save) return null;
  return (
    <Button
      variant="ghost"
      aria-label={t('common:text-save-report')}
      title={t('common:text-save-report')}
      icon={<FileClock className="size-4" />}
      onClick={() => open('SAVE_REPORT', { name, periodKey, save })}
    >
      <span className="phone:hidden">{t('common:text-report')}</span>
    </Button>
  );
}
