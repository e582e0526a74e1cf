import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { analyticsEndpoint } from '@/contract/insights/analytics';
import { download } from '@/lib/api/files';

interface ExportButtonProps {
  table: 'figures' | 'statuses' | 'sales' | 'shops';
  query: Record<string, string>;
  /** What is in the file, for screen readers. */
  title: string;
}

/** Downloads a table of the dashboard as CSV. */
export function ExportButton({ table, query, title }: ExportButtonProps) {
  const { t, i18n } = useTranslation('resources');
  const save = useMutation({
    mutationFn: () =>
      download(`${analyticsEndpoint}/${table}/export`, { ...query, language: i18n.language }, `${table}.csv`),
  });
  return (
    <Button
      size="small"
      variant="ghost"
      isLoading={save.isPending}
      icon={<Download aria-hidden="true" className="size-4" />}
      aria-label={`${t('resources:dashboard.export')}: ${title}`}
      onClick={() => save.mutate()}
    >
      CSV
    </Button>
  );
}
