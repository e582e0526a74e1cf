import { ExternalLink, Eye, EyeOff, FileText, History, type LucideIcon, QrCode, Upload } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { MenuLine } from '@/components/ui/menu-line';
import { products } from '@/contract/catalogue/products';
import type { Product } from '@/contract/catalogue/products/schema';
import { familyPaths } from '@/contract/core/define';
import type { DialogData } from '@/contract/dialogs';
import { useCan } from '@/lib/api/capabilities';
import type { Rights } from '@/lib/session/rights';
import { productPreviewUrl } from '@/lib/storefront';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { useStatusChoices } from '../use-status-choices';

interface ProductMenuProps {
  product: Product;
  shop: string | undefined;
  rights: Rights;
  close: () => void;
}

/** Lines of a product's «•••» menu besides editing and deletion. */
export function ProductMenu({ product, shop, rights, close }: ProductMenuProps) {
  const { t } = useTranslation('catalogue');
  const { siteLink } = useSettings();
  const { open } = useModalActions();
  const statusChange = useStatusChange(product);
  const hasJournal = useCan('stock-journal');
  const { id, name, slug } = product;
  const preview = productPreviewUrl(siteLink, slug);
  const word = (key: string) => t(`catalogue:products.lists.${key}`);
  const menuItem = (Icon: LucideIcon, key: string, onOpen: () => void) => (
    <MenuLine icon={<Icon className="size-4" />} close={close} onOpen={onOpen}>
      {word(key)}
    </MenuLine>
  );
  return (
    <>
      {rights.canRead && (
        <Link href={familyPaths(products, shop).details(id)} className={menuItemClass} onClick={close}>
          <FileText className="size-4 text-ink-second" />
          {word('details')}
        </Link>
      )}
      {preview && (
        <a href={preview} target="_blank" rel="noreferrer" className={menuItemClass} onClick={close}>
          <ExternalLink className="size-4 text-ink-second" />
          {word('preview')}
        </a>
      )}
      {menuItem(QrCode, 'qr', () => open('SHOW_PRODUCT_QR', { name, slug }))}
      {hasJournal &&
        rights.canUpdate &&
        menuItem(History, 'movements', () => open('STOCK_MOVEMENTS', { productId: id, title: name }))}
      {rights.canUpdate &&
        statusChange &&
        menuItem(icons[statusChange.status] ?? EyeOff, statusChange.status, () =>
          open('ACTIVATE_VIEW', statusChange),
        )}
    </>
  );
}

const icons: Record<string, LucideIcon> = { publish: Eye, under_review: Upload };

/** The one status change that moderation allows this user; undefined when there is none. */
function useStatusChange({ id, name, status }: Product) {
  const isActive = status === 'publish';
  const choices = useStatusChoices(status).filter((one) => one !== status);
  const wanted = (isActive ? (['unpublish', 'draft'] as const) : (['publish', 'under_review'] as const)).find(
    (one) => choices.includes(one),
  );
  if (!wanted) return undefined;
  return { kind: 'product', id, name, isActive, status: wanted } satisfies DialogData['ACTIVATE_VIEW'];
}
