import type { FormProps } from '@/crud/types';
import { RoleForm as Form } from '@/features/accounts/roles/role-form';
import { useCapabilities } from '@/lib/api/capabilities';
import { menuOfRole } from './menu-of-role';

/** The form of a role, which shows what its people find in the menu. */
export function RoleForm(props: FormProps) {
  const known = useCapabilities();
  return <Form {...props} menuOf={(rights) => menuOfRole(rights, known)} />;
}
