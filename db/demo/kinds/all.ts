import './mixes.ts';
import './paints.ts';

export { kinds } from './kind.ts';
