import { users } from '@/contract/users';
import { resourceService } from './resource-service';

export const usersService = resourceService(users, { table: 'users' });
