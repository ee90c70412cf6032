import { defineElement } from './element';
import { events } from './kinds/events';
import { idea } from './kinds/idea';
import { ideas } from './kinds/ideas';
import { projects } from './kinds/projects';

defineElement(projects);
defineElement(ideas);
defineElement(events);
defineElement(idea);
