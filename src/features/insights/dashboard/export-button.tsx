import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import {
  type AnalyticsTable,
  analyticsEndpoint,
  type TableFormat,
  tableFormats,
} from '@/contract/insights/analytics';
import { useCan } from '@/lib/api/capabilities';
import { download } from '@/lib/api/files';

interface ExportButtonProps {
  table: AnalyticsTable;
  query: Record<string, string>;
  /** Contents of the file, for screen readers. */
  title: string;
}

/** Downloads a table of the dashboard as CSV or as a workbook. */
export function ExportButton({ table, query, title }: ExportButtonProps) {
  const { t, i18n } = useTranslation('insights');
  const canExport = useCan('analytics-parts');
  const save = useMutation({
    mutationFn: (format: TableFormat) => {
      const asked = { ...query, format, language: i18n.language };
      return download(`${analyticsEndpoint}/${table}/export`, asked, `${table}.${format}`);
    },
  });
  if (!canExport) return null;
  return (
    <span className="flex">
      {tableFormats.map((format, place) => (
        <Button
          key={format}
          size="small"
          variant="ghost"
          isLoading={save.isPending && save.variables === format}
          icon={place === 0 && <Download className="size-4" />}
          aria-label={`${t('insights:dashboard.export', { format: format.toUpperCase() })}: ${title}`}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}
