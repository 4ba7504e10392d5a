import './new-year.ts';
import './mixes.ts';
import './paints.ts';
import './tiles-and-floors.ts';
import './building.ts';
import './tools.ts';
import './electrics-and-plumbing.ts';
import './garden.ts';
import './home.ts';

export { kinds } from './kind.ts';
