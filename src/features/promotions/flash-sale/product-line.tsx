import { X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { Button } from '@/components/ui/button';

interface ProductLineProps {
  name: string;
  picture: string | null;
  price: ReactNode;
  /** Already translated. */
  error?: string | undefined;
  /** Below the price. */
  children?: ReactNode;
  onRemove?: () => void;
}

/** A product row: image, name, sale price. */
export function ProductLine({ name, picture, price, error, children, onRemove }: ProductLineProps) {
  const { t } = useTranslation('form');
  return (
    <li className="flex items-center gap-3 py-2">
      <Thumbnail path={picture} title={name} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-small">{price}</span>
        {children}
        {error && (
          <span role="alert" className="block text-small font-medium text-bad">
            {error}
          </span>
        )}
      </span>
      {onRemove && (
        <Button
          variant="ghost"
          aria-label={t('form:relation.remove', { name })}
          icon={<X className="size-4" />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
