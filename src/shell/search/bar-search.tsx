import type { ShopStub } from '@/contract/accounts/auth';
import { SearchBox } from './search-box';
import { useSearchShortcut } from './use-search-shortcut';

interface BarSearchProps {
  shop: ShopStub | undefined;
  /** Opens the search where the bar has no room for the box. */
  onNarrow: () => void;
}

export function BarSearch({ shop, onNarrow }: BarSearchProps) {
  const input = useSearchShortcut(onNarrow);
  return <SearchBox shop={shop} inputRef={input} />;
}
