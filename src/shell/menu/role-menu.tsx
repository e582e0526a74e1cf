import { useMemo } from 'react';
import { topRole } from '@/contract/core/permissions';
import { menuFor } from './menu';
import { SidebarMenu, type SidebarMenuProps } from './sidebar-menu';
import { useMenuPerson } from './use-menu-person';
import { WorkplaceSwitch } from './workplace-switch';

/** The menu of the person's role, or of a shop. Loaded after the page's first rows: 6 kB. */
export function RoleMenu(props: Omit<SidebarMenuProps, 'groups'>) {
  const { place } = props;
  const person = useMenuPerson();
  const groups = useMemo(() => menuFor(person, place), [person, place]);
  const isStaff = topRole(person.permissions) === 'staff';
  return <SidebarMenu {...props} groups={groups} card={isStaff ? <WorkplaceSwitch /> : props.card} />;
}
