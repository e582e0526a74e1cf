import { roles } from '@/contract/accounts/roles';
import type { FormProps } from '@/crud/types';
import { RoleForm as Form } from '@/features/accounts/roles/role-form';
import { RolePage } from '@/features/accounts/roles/role-page';
import { useCapabilities } from '@/lib/api/capabilities';
import { menuOfRole } from './menu-of-role';

/** The form of a role, which shows what its people find in the menu. */
function RoleForm(props: FormProps) {
  const known = useCapabilities();
  return <Form {...props} menuOf={(rights) => menuOfRole(rights, known)} />;
}

export const NewRole = () => <RoleForm resource={roles} />;

export const StoredRole = () => <RolePage Form={RoleForm} />;
