import { useQuery } from '@tanstack/react-query';
import { PreparedAction } from '@/components/domain/second-person/prepared-action';
import { Card } from '@/components/ui/card';
import type { Approval } from '@/contract/settings/approvals';
import { api } from '@/lib/api/client';

/** A request in a list, which has the figures of the moment at which it was prepared: one that waits reads today's. */
export function ApprovalCard({ approval: given }: { approval: Approval }) {
  const { data } = useQuery({
    queryKey: ['approvals', 'one', String(given.id)],
    queryFn: () => api.one('approvals', given.id),
    enabled: given.state === 'waiting',
  });
  return (
    <Card>
      <PreparedAction approval={data ?? given} />
    </Card>
  );
}
