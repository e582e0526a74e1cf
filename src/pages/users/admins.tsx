import { admins } from '@/contract/accounts/users';
import { resourcePage } from '@/crud/resource-page';
import { AdminsList } from '@/features/accounts/users/admins-list';

export default resourcePage(admins, { List: AdminsList });
