import { useTranslation } from 'next-i18next/pages';
import type { KeyboardEvent } from 'react';
import { SearchInput } from '@/components/inputs/search-input';
import { looksLikeCode } from './product-line';
import { useScan } from './use-scan';
import { usePosWord } from './use-till-word';

interface ScanSearchProps {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches as one types; a scanner types a code and Enter, which puts exactly that product into the cart. */
export function ScanSearch({ value, onSearch }: ScanSearchProps) {
  const { t } = useTranslation('common');
  const word = usePosWord();
  const scan = useScan(() => onSearch(''));
  const handleKey = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    const code = target.value.trim();
    if (!looksLikeCode(code)) return;
    // The next code is typed over this one.
    target.select();
    void scan(code);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears only what is typed into the field inside
    <div onKeyDown={handleKey} className="w-75 max-w-full phone:w-full">
      <SearchInput
        value={value}
        label={word('search')}
        clearLabel={t('common:list.clear-search')}
        onSearch={onSearch}
      />
    </div>
  );
}
