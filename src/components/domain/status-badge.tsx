import { Badge } from '@/components/ui/badge';
import type { AnyResource, Column } from '@/contract/core/define';
import { useLabels } from '@/lib/i18n/labels';

interface StatusBadgeProps {
  resource: AnyResource;
  /** The column that tells it: its word and tone are the list's. */
  column?: string;
  value: string;
}

/** Where a record stands, as its list shows it. */
export function StatusBadge({ resource, column = 'status', value }: StatusBadgeProps) {
  const labels = useLabels(resource);
  const found = resource.columns.find(({ key }: Pick<Column<never>, 'key'>) => key === column);
  return <Badge tone={found?.tones?.[value]}>{labels.option(column, value)}</Badge>;
}
