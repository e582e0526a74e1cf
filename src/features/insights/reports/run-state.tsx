import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Tone } from '@/contract/core/define';
import type { ReportRun } from '@/contract/insights/saved-reports';
import { formatDateTime } from '@/lib/format/format';
import { saveRun } from './use-reports';

const tones: Record<ReportRun['status'], Tone> = { waiting: 'accent', done: 'good', failed: 'bad' };

/** How a run ended, in a badge and words. */
export function RunState({ run }: { run: ReportRun }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const word = (key: string, more: Record<string, unknown> = {}) => t(`insights:saved-reports.${key}`, more);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-second">
      <Badge tone={tones[run.status]}>{word(`status.${run.status}`)}</Badge>
      <span>{formatDateTime(run.created_at, i18n.language)}</span>
      {run.rows !== null && <span>{word('rows', { count: run.rows })}</span>}
      {run.is_cut && <span className="text-warn">{word('cut')}</span>}
      {run.failure && (
        <span className="text-bad">
          {t([`insights:saved-reports.failures.${run.failure}`, 'insights:saved-reports.failures.other'])}
        </span>
      )}
    </span>
  );
}

/** Downloads the file while it is kept. */
export function RunFile({ run, name }: { run: ReportRun; name: string }) {
  const { t } = useTranslation('insights');
  if (run.status !== 'done') return null;
  if (!run.has_file) {
    const why = run.is_closed ? 'closed' : 'deleted';
    return <span className="text-small text-ink-second">{t(`insights:saved-reports.${why}`)}</span>;
  }
  return (
    <Button size="small" icon={<Download className="size-4" />} onClick={() => void saveRun(run.id, name)}>
      {t('insights:saved-reports.download')}
    </Button>
  );
}
