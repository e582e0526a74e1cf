import { ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Menu } from '@/components/ui/menu';
import { useSwitchShop } from '@/lib/hooks/switch-shop';
import { useMe } from '@/lib/session/me';
import { ShopName } from './shop-card';

/** The current shop of a person who works in several, above the menu: choosing another one changes the rights. */
export function WorkplaceSwitch() {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const { switchTo } = useSwitchShop();
  const { workplaces = [], managed_shop: current } = me ?? {};
  if (workplaces.length < 2 || !current) return null;
  return (
    <div className="mb-3 border-b border-line pb-3">
      <Menu
        label={`${t('text-switch-shop')}: ${current.name}`}
        buttonClassName="flex w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start hover:bg-line-faint"
        items={workplaces.map(({ id, name }) => ({
          key: String(id),
          label: name,
          isChecked: id === current.id,
          onSelect: () => id !== current.id && switchTo(id),
        }))}
      >
        <ShopName shop={current} />
        <ChevronsUpDown size={15} className="ms-auto shrink-0 text-ink-third" />
      </Menu>
    </div>
  );
}
