import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { WrittenText } from '@/components/ui/written-text';
import type { Tone } from '@/contract/core/define';
import type { AbusiveReport, ReportState } from '@/contract/feedback/abusive-reports/schema';
import { formatDateTime } from '@/lib/format/format';

const tones: Record<ReportState, Tone> = { open: 'warn', accepted: 'good', declined: 'neutral' };

export function CaseReports({ reports }: { reports: readonly AbusiveReport[] }) {
  const { t, i18n } = useTranslation('feedback');
  const word = (key: string, more = {}) => t(`feedback:feedback.case.${key}`, more);
  return (
    <section aria-label={word('reports')}>
      <h2 className="font-semibold">{word('reports')}</h2>
      {reports.length === 0 && <p className="mt-1 text-ink-second">{word('no-reports')}</p>}
      <ul className="mt-1 divide-y divide-line-faint">
        {reports.map((report) => (
          <li key={report.id} className="grid gap-1 py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 break-words">
                <span className="font-medium">{report.user?.name}</span>{' '}
                <span className="text-small text-ink-second">{report.user?.email}</span>
              </span>
              <span className="flex items-center gap-2">
                <Badge tone={tones[report.status]}>{word(`states.${report.status}`)}</Badge>
                <RelativeTime at={report.created_at} className="text-small text-ink-second" />
              </span>
            </div>
            <WrittenText className="block max-w-3xl break-words whitespace-pre-line" text={report.message} />
            {report.decided_at && (
              <p className="text-small break-words text-ink-second">
                {word('decided', { at: formatDateTime(report.decided_at, i18n.language) })}
                {report.decider && `, ${report.decider.name}`}
                {report.decision_note && `. ${report.decision_note}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
