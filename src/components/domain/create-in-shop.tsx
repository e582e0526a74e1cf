import { ChevronDown, Plus } from 'lucide-react';
import { buttonClass } from '@/components/ui/button-style';
import { Menu } from '@/components/ui/menu';
import { useLabels } from '@/lib/i18n/labels';
import { createIn, type OwnListProps } from '@/lib/session/own-shops';

/** Creates a record in one of the shops, which the menu asks for. */
export function CreateInShop({ resource, shops }: OwnListProps) {
  const text = useLabels(resource).text('create');
  return (
    <Menu
      label={text}
      buttonClassName={buttonClass({ variant: 'primary' })}
      items={shops.map(({ id, slug, name }) => ({
        key: String(id),
        label: name,
        href: createIn(resource, slug),
      }))}
    >
      <Plus aria-hidden="true" className="size-4" />
      {text}
      <ChevronDown aria-hidden="true" className="size-4" />
    </Menu>
  );
}
