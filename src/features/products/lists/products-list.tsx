import { ListScreen } from '@/crud/list-screen';
import type { ListProps } from '@/crud/types';

export function ProductsList(props: ListProps) {
  return <ListScreen {...props} />;
}
