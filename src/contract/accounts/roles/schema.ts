import type { RoleOfPerson } from '@/contract/core/areas';
import type { BaseRow } from '@/contract/core/define';

export interface Role extends BaseRow, RoleOfPerson {
  id: number;
  two_factor_from: string | null;
  people_count: number;
}
