import { useRouter } from 'next/router';
import { roles } from '@/contract/accounts/roles';
import type { FormProps } from '@/crud/types';
import { RoleForm as Form } from '@/features/accounts/roles/role-form';
import { RolePage } from '@/features/accounts/roles/role-page';
import { RolesPage } from '@/features/accounts/roles/roles-page';
import { useCapabilities } from '@/lib/api/capabilities';
import { menuOfRole } from './menu-of-role';

/** The list of roles, or the one that the address names: a new one, or by its id. */
export function Roles() {
  const { query, isReady } = useRouter();
  if (!isReady) return null;
  const { role, from } = query;
  if (typeof role !== 'string') return <RolesPage />;
  return role === 'new' ? (
    <RoleForm key={`new ${String(from)}`} resource={roles} />
  ) : (
    <RolePage key={role} id={role} Form={RoleForm} />
  );
}

function RoleForm(props: FormProps) {
  const known = useCapabilities();
  return <Form {...props} menuOf={(rights) => menuOfRole(rights, known)} />;
}
