import { Badge } from '@/components/ui/badge';
import type { AnyResource, Column } from '@/contract/core/define';
import { useLabels } from '@/lib/i18n/labels';

interface StatusBadgeProps {
  resource: AnyResource;
  /** The badge column that defines label and tone. */
  column?: string;
  /** Optional: other servers may send no status. */
  value: string | null | undefined;
}

/** Status of a record, as in its list. */
export function StatusBadge({ resource, column = 'status', value }: StatusBadgeProps) {
  const labels = useLabels(resource);
  if (!value) return null;
  const found = resource.columns.find(({ key }: Pick<Column<never>, 'key'>) => key === column);
  return <Badge tone={found?.tones?.[value]}>{labels.option(column, value)}</Badge>;
}
