// Generated from openapi.json by scripts/generate.mjs.

export interface paths {
    "/api/v2/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token
         * @description Exchanges a client ID and secret for a token that is valid for 24 hours, but not longer than the client. Earlier tokens remain valid.
         */
        post: operations["authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Returns the records that changed or were deleted after a cursor, oldest change first. A copy of the data to which every response is applied in order has exactly what the lists return.
         *
         *     To begin, request a cursor without `after`, read the lists, and then request the changes after the cursor. Repeat with the new `meta.next`: at once while `meta.more` is true, otherwise whenever you want to update your copy.
         *
         *     A record that changed several times is listed once, as it is now. Records also change if only a counter or a text of another record in them changes. A record that was created and deleted since the cursor is listed as deleted.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/platform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the platform
         * @description Returns the name, locales and time zone of the platform, the access level of the request, and for each resource that it may read the number of its records and its newest change. A dashboard can show how current it is.
         */
        get: operations["getPlatform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Returns the exports that the client can download, newest first: those of exactly the access level of the request whose resources it may all read. Exports at the level `pseudonymous` belong to one client.
         *
         *     All files of an export are from one state of the database. `changes` is the cursor of that state: request the changes after it to keep a copy up to date.
         */
        get: operations["listExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List areas
         * @description Returns districts and other parts of the city that projects can be assigned to. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listAreas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/areas/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted areas
         * @description Returns the ids of deleted areas, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedAreas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/areas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an area
         * @description Returns an area by its id.
         */
        get: operations["getArea"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/basket_ideas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List basket ideas
         * @description Returns ideas in baskets, with the votes or budget allocated to each. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listBasketIdeas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/basket_ideas/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted basket ideas
         * @description Returns the ids of deleted basket ideas, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedBasketIdeas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/basket_ideas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a basket idea
         * @description Returns a basket idea by its id.
         */
        get: operations["getBasketIdea"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/baskets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List baskets
         * @description Returns people's votes in voting phases. They count once the basket is submitted. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listBaskets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/baskets/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted baskets
         * @description Returns the ids of deleted baskets, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedBaskets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/baskets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a basket
         * @description Returns a basket by its id.
         */
        get: operations["getBasket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments
         * @description Returns comments on ideas, and replies to other comments. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/comments/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted comments
         * @description Returns the ids of deleted comments, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a comment
         * @description Returns a comment by its id.
         */
        get: operations["getComment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/email_campaign_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email campaign deliveries
         * @description Returns the deliveries of email campaigns, one for each recipient. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listEmailCampaignDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/email_campaign_deliveries/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted email campaign deliveries
         * @description Returns the ids of deleted email campaign deliveries, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedEmailCampaignDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/email_campaign_deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email campaign delivery
         * @description Returns an email campaign delivery by its id.
         */
        get: operations["getEmailCampaignDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/email_campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email campaigns
         * @description Returns manually created emails that are sent to many people. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listEmailCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/email_campaigns/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted email campaigns
         * @description Returns the ids of deleted email campaigns, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedEmailCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/email_campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email campaign
         * @description Returns an email campaign by its id.
         */
        get: operations["getEmailCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/event_attendances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event attendances
         * @description Returns people's registrations for events. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listEventAttendances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/event_attendances/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted event attendances
         * @description Returns the ids of deleted event attendances, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedEventAttendances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/event_attendances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event attendance
         * @description Returns an event attendance by its id.
         */
        get: operations["getEventAttendance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns meetings and other events of projects. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/events/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted events
         * @description Returns the ids of deleted events, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns an event by its id.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Returns documents, recordings and other files that belong to projects. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Adds a file to a project. Size and media type are determined from the content. Documents, images, audio, video, archives and geodata are accepted; executables, HTML, SVG and XML with SVG or XHTML elements are rejected. The upload either succeeds completely or has no effect.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/files/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted files
         * @description Returns the ids of deleted files, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file
         * @description Returns a file by its id.
         */
        get: operations["getFile"];
        /**
         * Update a file (same as PATCH)
         * @description Same as `PATCH`, for clients that only support `PUT`: fields that the body omits keep their values.
         */
        put: operations["replaceFile"];
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file and its content. The file then appears in the list of deleted files.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        /**
         * Update a file
         * @description Changes the name, category, descriptions or AI processing permission of a file. Fields that the body omits keep their values. The content cannot be changed; upload a new file instead.
         */
        patch: operations["changeFile"];
        trace?: never;
    };
    "/api/v2/idea_phases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List idea phases
         * @description Returns the phases that ideas are in, with the voting results of each idea in each phase. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listIdeaPhases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/idea_topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List idea topics
         * @description Returns the topics that are assigned to ideas. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listIdeaTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/ideas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ideas
         * @description Returns ideas, proposals and survey responses. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listIdeas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/ideas/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted ideas
         * @description Returns the ids of deleted ideas, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedIdeas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/ideas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an idea
         * @description Returns an idea by its id.
         */
        get: operations["getIdea"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/phases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List phases
         * @description Returns the phases of projects. A phase is a period with one participation method. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listPhases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/phases/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted phases
         * @description Returns the ids of deleted phases, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedPhases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/phases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a phase
         * @description Returns a phase by its id.
         */
        get: operations["getPhase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/project_folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project folders
         * @description Returns groups of related projects. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listProjectFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/project_folders/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted project folders
         * @description Returns the ids of deleted project folders, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedProjectFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/project_folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project folder
         * @description Returns a project folder by its id.
         */
        get: operations["getProjectFolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/project_topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project topics
         * @description Returns the topics that are assigned to projects. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listProjectTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Returns participation projects. Each is organised in one or more phases. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted projects
         * @description Returns the ids of deleted projects, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Returns a project by its id.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/reactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reactions
         * @description Returns people's likes and dislikes of ideas and comments, and neutral reactions to them. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listReactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/reactions/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted reactions
         * @description Returns the ids of deleted reactions, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedReactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/reactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reaction
         * @description Returns a reaction by its id.
         */
        get: operations["getReaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description Returns subjects that can be assigned to ideas and projects. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/topics/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted topics
         * @description Returns the ids of deleted topics, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/topics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic
         * @description Returns a topic by its id.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Returns registered and invited users of the platform. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted users
         * @description Returns the ids of deleted users, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns a user by its id.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/volunteering_causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List volunteering causes
         * @description Returns causes that people can volunteer for in volunteering phases. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listVolunteeringCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/volunteering_causes/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted volunteering causes
         * @description Returns the ids of deleted volunteering causes, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedVolunteeringCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/volunteering_causes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a volunteering cause
         * @description Returns a volunteering cause by its id.
         */
        get: operations["getVolunteeringCause"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/volunteering_volunteers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List volunteering volunteers
         * @description Returns people's offers to volunteer for causes. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listVolunteeringVolunteers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/volunteering_volunteers/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted volunteering volunteers
         * @description Returns the ids of deleted volunteering volunteers, most recently deleted first. Use the list to remove deleted records from your own copy of the data.
         */
        get: operations["listDeletedVolunteeringVolunteers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/volunteering_volunteers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a volunteering volunteer
         * @description Returns a volunteering volunteer by its id.
         */
        get: operations["getVolunteeringVolunteer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{project_id}/phases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the phases of a project
         * @description Returns the phases of one project. Records are returned newest first unless `sort` is set. Filters are combined with AND.
         */
        get: operations["listProjectPhases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/phases/{id}/pabulib": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vote in the Pabulib format
         * @description Returns the submitted ballots of a vote that has ended as a `.pb` file, the research format of participatory budgeting. Only for clients of the access levels `full` and `pseudonymous`. Voters get other random numbers in each download. Ideas without a cost, and those that cost more than the budget, are left out and named in `comment`.
         */
        get: operations["getPhasePabulib"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{id}/polis/summary.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get summary.csv of Polis
         * @description Returns the title and the description of the project, and the numbers of participants, as keys and values. The published ideas of a project are the comments of a Polis conversation, and the reactions to them its votes: a like is 1, a dislike -1, a neutral reaction 0. Only for clients of the access levels `full` and `pseudonymous`. Participants have random numbers that are the same for one day. Below `full`, a person has one number as an author and another as a voter, and times are cut to the day.
         */
        get: operations["getProjectPolisSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{id}/polis/comments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get comments.csv of Polis
         * @description Returns the ideas, with their numbers of votes. The published ideas of a project are the comments of a Polis conversation, and the reactions to them its votes: a like is 1, a dislike -1, a neutral reaction 0. Only for clients of the access levels `full` and `pseudonymous`. Participants have random numbers that are the same for one day. Below `full`, a person has one number as an author and another as a voter, and times are cut to the day.
         */
        get: operations["getProjectPolisComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{id}/polis/votes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get votes.csv of Polis
         * @description Returns the reactions, one in each row. The published ideas of a project are the comments of a Polis conversation, and the reactions to them its votes: a like is 1, a dislike -1, a neutral reaction 0. Only for clients of the access levels `full` and `pseudonymous`. Participants have random numbers that are the same for one day. Below `full`, a person has one number as an author and another as a voter, and times are cut to the day.
         */
        get: operations["getProjectPolisVotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{id}/polis/participant-votes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get participant-votes.csv of Polis
         * @description Returns the voters, with a column for each idea. The published ideas of a project are the comments of a Polis conversation, and the reactions to them its votes: a like is 1, a dislike -1, a neutral reaction 0. Only for clients of the access levels `full` and `pseudonymous`. Participants have random numbers that are the same for one day. Below `full`, a person has one number as an author and another as a voter, and times are cut to the day.
         */
        get: operations["getProjectPolisParticipantVotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/projects/{id}/polis/comment-groups.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get comment-groups.csv of Polis
         * @description Returns the votes for each idea; the platform computes no groups of opinions. The published ideas of a project are the comments of a Polis conversation, and the reactions to them its votes: a like is 1, a dislike -1, a neutral reaction 0. Only for clients of the access levels `full` and `pseudonymous`. Participants have random numbers that are the same for one day. Below `full`, a person has one number as an author and another as a voter, and times are cut to the day.
         */
        get: operations["getProjectPolisCommentGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A district or other part of the city that projects can be assigned to. Contains all fields, unless the request has the parameter `fields`. */
        Area: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /** @description All translations, keyed by locale code. */
            title_multiloc: {
                [key: string]: string;
            };
            /** @description Name of the area. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description All translations, keyed by locale code. */
            description_multiloc: {
                [key: string]: string;
            };
            /** @description Description of the area, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
        };
        /** @description A response with an area. */
        AreaItem: {
            area: components["schemas"]["Area"];
        };
        /** @description A page of areas. */
        AreaList: {
            /** @description The areas on this page. */
            areas: components["schemas"]["Area"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description One person's votes in a voting phase. They count once the basket is submitted. Contains all fields, unless the request has the parameter `fields`. */
        Basket: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: uuid
             * @description The person the basket belongs to.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The project of the basket. Derived from the phase, if there is one.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description The voting phase; null if the basket belongs to the project as a whole.
             */
            phase_id: string | null;
            /**
             * Format: date-time
             * @description When the basket was submitted; null until then.
             */
            submitted_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description An idea in a basket, with the votes or budget allocated to it. Contains all fields, unless the request has the parameter `fields`. */
        BasketIdea: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: uuid
             * @description The basket that contains the idea.
             */
            basket_id: string;
            /**
             * Format: uuid
             * @description The selected idea.
             */
            idea_id: string;
            /**
             * Format: int64
             * @description Number of votes; in budgeting phases, the amount allocated, in whole units of the platform's currency.
             */
            votes: number;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The voting phase of the basket. Derived from the basket.
             */
            phase_id: string | null;
            /**
             * Format: uuid
             * @description The project of the basket. Derived from the basket.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description The person the basket belongs to. Derived from the basket.
             */
            user_id: string | null;
        };
        /** @description A response with a basket idea. */
        BasketIdeaItem: {
            basket_idea: components["schemas"]["BasketIdea"];
        };
        /** @description A page of basket ideas. */
        BasketIdeaList: {
            /** @description The basket ideas on this page. */
            basket_ideas: components["schemas"]["BasketIdea"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A response with a basket. */
        BasketItem: {
            basket: components["schemas"]["Basket"];
        };
        /** @description A page of baskets. */
        BasketList: {
            /** @description The baskets on this page. */
            baskets: components["schemas"]["Basket"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A record that changed. */
        Change: {
            resource: components["schemas"]["ResourceName"];
            /**
             * Format: uuid
             * @description Id of the record; null if records of the resource have no id.
             */
            id: string | null;
            /**
             * @description What to do with the record in your copy.
             * @enum {string}
             */
            action: "upsert" | "delete";
            /**
             * Format: date-time
             * @description When the record changed last. Below the access level `full`, cut to the day for records whose timestamps are.
             */
            changed_at: string;
            /** @description The record as the list of its resource returns it, or null if it was deleted. Of deleted records without an id: the ids that identify it. */
            record: components["schemas"]["Area"] | components["schemas"]["Topic"] | components["schemas"]["User"] | components["schemas"]["ProjectFolder"] | components["schemas"]["Project"] | components["schemas"]["ProjectTopic"] | components["schemas"]["Phase"] | components["schemas"]["Idea"] | components["schemas"]["IdeaTopic"] | components["schemas"]["IdeaPhase"] | components["schemas"]["Comment"] | components["schemas"]["Reaction"] | components["schemas"]["Basket"] | components["schemas"]["BasketIdea"] | components["schemas"]["Event"] | components["schemas"]["EventAttendance"] | components["schemas"]["VolunteeringCause"] | components["schemas"]["VolunteeringVolunteer"] | components["schemas"]["EmailCampaign"] | components["schemas"]["EmailCampaignDelivery"] | components["schemas"]["File"] | components["schemas"]["ProjectTopicIds"] | components["schemas"]["IdeaTopicIds"] | components["schemas"]["IdeaPhaseIds"] | null;
        };
        /** @description Changes after a cursor. */
        ChangeList: {
            /** @description The changes, oldest first. Each record is listed once. */
            changes: components["schemas"]["Change"][];
            meta: components["schemas"]["ChangesMeta"];
        };
        /** @description Where to continue. */
        ChangesMeta: {
            /** @description Cursor for the parameter `after` of the next request. It differs in each response, even without changes. */
            next: string;
            /** @description Whether there are further changes now. */
            more: boolean;
        };
        /** @description A comment on an idea, or a reply to another comment. Contains all fields, unless the request has the parameter `fields`. */
        Comment: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Text of the comment, in HTML; empty if the comment was deleted. Uses the requested locale, or a fallback if there is no translation. */
            body: string;
            /**
             * Format: uuid
             * @description The person who wrote the comment; null if the comment was deleted or the author is unknown.
             */
            author_id: string | null;
            /**
             * Format: uuid
             * @description The idea the comment belongs to.
             */
            idea_id: string;
            /**
             * Format: uuid
             * @description The comment this one replies to; null for a top-level comment.
             */
            parent_id: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the text was last edited; null if it never was.
             */
            body_updated_at: string | null;
            /**
             * Format: int64
             * @description Number of likes. Calculated from the stored records unless set by the import.
             */
            likes_count: number;
            /**
             * Format: int64
             * @description Number of dislikes. Calculated from the stored records unless set by the import.
             */
            dislikes_count: number;
            /**
             * Format: int64
             * @description Number of direct replies, including deleted ones. Calculated from the stored records unless set by the import.
             */
            children_count: number;
            /**
             * @description Publication status of the comment.
             * @enum {string}
             */
            publication_status: "published" | "deleted";
            /**
             * Format: uuid
             * @description The project of the idea. Derived from the idea.
             */
            project_id: string;
        };
        /** @description A response with a comment. */
        CommentItem: {
            comment: components["schemas"]["Comment"];
        };
        /** @description A page of comments. */
        CommentList: {
            /** @description The comments on this page. */
            comments: components["schemas"]["Comment"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description Credentials of a client. */
        Credentials: {
            /** @description The client's id and secret. */
            auth: {
                /** @description Id of the client. Issued by an administrator of the platform. */
                client_id: string;
                /** @description Secret of the client. Shown once, when the client is created or its secret is rotated. The schema does not require it, but a request without it returns 401 `invalid-credentials`. */
                client_secret?: string | null;
            };
        };
        /** @description A record that was deleted. */
        DeletedItem: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * @description Type of the deleted record.
             * @enum {string}
             */
            type: "Area" | "Topic" | "User" | "ProjectFolder" | "Project" | "Phase" | "Idea" | "Comment" | "Reaction" | "Basket" | "BasketIdea" | "Event" | "EventAttendance" | "VolunteeringCause" | "VolunteeringVolunteer" | "EmailCampaign" | "EmailCampaignDelivery" | "File";
            /**
             * Format: date-time
             * @description When the record was deleted.
             */
            deleted_at: string;
        };
        /** @description A page of deleted records. */
        DeletedItemList: {
            /** @description The deleted records on this page. */
            deleted_items: components["schemas"]["DeletedItem"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A manually created email that is sent to many people. Contains all fields, unless the request has the parameter `fields`. */
        EmailCampaign: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * @description In whose name the email is sent.
             * @enum {string}
             */
            sender: "author" | "organization";
            /** @description Email address that replies are sent to; null for the default. */
            reply_to: string | null;
            /** @description Subject of the email. Uses the requested locale, or a fallback if there is no translation. */
            subject: string;
            /** @description Text of the email, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            body: string;
            /** @description All translations, keyed by locale code. */
            subject_multiloc: {
                [key: string]: string;
            };
            /** @description All translations, keyed by locale code. */
            body_multiloc: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Number of deliveries. Calculated from the stored records unless set by the import.
             */
            deliveries_count: number;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description The delivery of an email campaign to one recipient. Contains all fields, unless the request has the parameter `fields`. */
        EmailCampaignDelivery: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign that was sent. It may be an automated campaign, which the API does not return.
             */
            email_campaign_id: string;
            /**
             * Format: uuid
             * @description The recipient.
             */
            user_id: string | null;
            /**
             * @description Latest known status of the delivery.
             * @enum {string}
             */
            delivery_status: "sent" | "bounced" | "failed" | "accepted" | "delivered" | "opened" | "clicked";
            /**
             * Format: date-time
             * @description When the email was sent; null if unknown.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description A response with an email campaign delivery. */
        EmailCampaignDeliveryItem: {
            email_campaign_delivery: components["schemas"]["EmailCampaignDelivery"];
        };
        /** @description A page of email campaign deliveries. */
        EmailCampaignDeliveryList: {
            /** @description The email campaign deliveries on this page. */
            email_campaign_deliveries: components["schemas"]["EmailCampaignDelivery"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A response with an email campaign. */
        EmailCampaignItem: {
            email_campaign: components["schemas"]["EmailCampaign"];
        };
        /** @description A page of email campaigns. */
        EmailCampaignList: {
            /** @description The email campaigns on this page. */
            email_campaigns: components["schemas"]["EmailCampaign"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description Returned when the value of a parameter is not one of the accepted values. */
        EnumProblem: {
            /**
             * Format: uri
             * @description URL of the explanation of the error. The part after `#` is the error code.
             */
            type: string;
            /** @description Short summary of the error, the same for each occurrence. */
            title: string;
            /** @description HTTP status code. */
            status: number;
            /** @description Explanation of this occurrence of the error. */
            detail: string;
            /** @description Name of the parameter. */
            parameter_name: string;
            /** @description Value that was sent. */
            parameter_value: string;
            /** @description Values that the parameter accepts. */
            allowed_values: string[];
            /** @description Id of the request. Quote it when you contact support, who can find the request in the log by it. */
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A meeting or other event of a project. Contains all fields, unless the request has the parameter `fields`. */
        Event: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project the event belongs to.
             */
            project_id: string;
            /** @description Title of the event. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description Description of the event, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
            /** @description Location as text, such as an address. Uses the requested locale, or a fallback if there is no translation. */
            location: string | null;
            /** @description Coordinates of the location. Well-known text (WKT), in degrees: longitude, then latitude. */
            location_point: string | null;
            /**
             * Format: int64
             * @description Number of people who registered. Calculated from the stored records unless set by the import.
             */
            attendees_count: number;
            /**
             * Format: int64
             * @description Maximum number of attendees; null if there is no limit.
             */
            maximum_attendees: number | null;
            /**
             * Format: date-time
             * @description When the event starts.
             */
            start_at: string;
            /**
             * Format: date-time
             * @description When the event ends.
             */
            end_at: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /** @description All translations, keyed by locale code. */
            title_multiloc: {
                [key: string]: string;
            };
            /** @description All translations, keyed by locale code. */
            description_multiloc: {
                [key: string]: string;
            };
            /** @description All translations, keyed by locale code. */
            location_multiloc: {
                [key: string]: string;
            } | null;
        };
        /** @description A person's registration for an event. Contains all fields, unless the request has the parameter `fields`. */
        EventAttendance: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: uuid
             * @description The event.
             */
            event_id: string;
            /**
             * Format: uuid
             * @description The person who registered.
             */
            attendee_id: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description A response with an event attendance. */
        EventAttendanceItem: {
            event_attendance: components["schemas"]["EventAttendance"];
        };
        /** @description A page of event attendances. */
        EventAttendanceList: {
            /** @description The event attendances on this page. */
            event_attendances: components["schemas"]["EventAttendance"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A response with an event. */
        EventItem: {
            event: components["schemas"]["Event"];
        };
        /** @description A page of events. */
        EventList: {
            /** @description The events on this page. */
            events: components["schemas"]["Event"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description Files with all records that an access level sees. */
        Export: {
            /**
             * Format: uuid
             * @description Id of the export.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the export was started.
             */
            created_at: string;
            /**
             * @description Access level of the export.
             * @enum {string}
             */
            access: "full" | "pseudonymous" | "anonymous" | "public";
            /** @description The resources whose records the export contains. */
            resources: components["schemas"]["ResourceName"][];
            /** @description Cursor for the parameter `after` of the list of changes. It is expired if the platform has changed so much that the export must be downloaded again. */
            changes: string;
            /** @description The files, in the order of their names. */
            files: components["schemas"]["ExportFile"][];
        };
        /** @description A file of an export. */
        ExportFile: {
            /** @description Name of the file. */
            name: string;
            /** @description Plural name of the resource; null if the file contains several, or no records. */
            resource: string | null;
            /**
             * @description Format of the records; null if the file contains none.
             * @enum {string|null}
             */
            format: "parquet" | "csv" | "ndjson" | "sqlite" | null;
            /** @description Number of records. */
            rows: number;
            /** @description Size in bytes. */
            size: number;
            /** @description SHA-256 hash of the content, in hexadecimal digits. */
            sha256: string;
            /**
             * Format: uri
             * @description URL from which the file is downloaded without a token, until it expires or the client may no longer read the export. Ranges can be requested.
             */
            url: string;
        };
        /** @description Exports. */
        ExportList: {
            /** @description The exports, newest first. */
            exports: components["schemas"]["Export"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A document, recording or other file that belongs to a project. Contains all fields, unless the request has the parameter `fields`. */
        File: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description File name, including its extension. */
            name: string;
            /**
             * Format: int64
             * @description Size in bytes. Determined from the content.
             */
            size: number;
            /** @description Media type. Determined from the content. */
            mime_type: string;
            /**
             * @description Category of the file.
             * @enum {string}
             */
            category: "meeting" | "interview" | "strategic_plan" | "info_sheet" | "policy" | "report" | "other";
            /** @description Whether AI tools may process the file. */
            ai_processing_allowed: boolean;
            /**
             * Format: uuid
             * @description The person who uploaded the file; null if it was uploaded through the API.
             */
            uploader_id: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /** @description All translations, keyed by locale code. */
            description_multiloc: {
                [key: string]: string;
            };
            /** @description Description of the file. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
            /**
             * Format: uri
             * @description Signed URL for downloading the file without a token. It works for a limited time, and stops working when the client it was issued to is revoked.
             */
            url: string;
        };
        /** @description Fields of a file to change. */
        FileChange: {
            /** @description Fields of a file to change. */
            file: {
                /** @description File name, including its extension. */
                name?: string;
                /**
                 * @description Category of the file.
                 * @enum {string}
                 */
                category?: "meeting" | "interview" | "strategic_plan" | "info_sheet" | "policy" | "report" | "other";
                /** @description All translations, keyed by locale code. */
                description_multiloc?: {
                    [key: string]: string;
                } | null;
                /** @description Whether AI tools may process the file. */
                ai_processing_allowed?: boolean;
            };
        };
        /** @description Validation errors of a file, by field. */
        FileErrors: {
            /** @description The errors of each invalid field. On upload, `content` is always present, and null if the content is valid. A missing or unknown project is reported as `files_projects`. */
            errors: {
                [key: string]: {
                    /**
                     * @description Error code.
                     * @enum {string}
                     */
                    error: "blank" | "invalid" | "too_large" | "extension_not_allowed" | "content_type_not_allowed" | "inclusion" | "locale_not_supported" | "immutable";
                }[] | null;
            };
        };
        /** @description A response with a file. */
        FileItem: {
            file: components["schemas"]["File"];
        };
        /** @description A page of files. */
        FileList: {
            /** @description The files on this page. */
            files: components["schemas"]["File"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A file to upload. */
        FileUpload: {
            /** @description A file to upload. */
            file: {
                /** @description File name, including its extension. */
                name: string;
                /**
                 * Format: uuid
                 * @description The project the file belongs to.
                 */
                project_id: string;
                /** @description Content of the file, encoded as Base64, with or without a data URI prefix. */
                content: string;
                /**
                 * @description Category of the file.
                 * @default other
                 * @enum {string|null}
                 */
                category?: "meeting" | "interview" | "strategic_plan" | "info_sheet" | "policy" | "report" | "other" | null;
                /** @description All translations, keyed by locale code. */
                description_multiloc?: {
                    [key: string]: string;
                } | null;
                /**
                 * @description Whether AI tools may process the file.
                 * @default false
                 */
                ai_processing_allowed?: boolean | null;
            };
        };
        /** @description An idea, proposal or survey response. Contains all fields, unless the request has the parameter `fields`. */
        Idea: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Title of the idea. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description Text of the idea, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            body: string;
            /**
             * Format: uuid
             * @description The person who submitted the idea; null if unknown or anonymous. Below `full`, null for an idea that became a survey response.
             */
            author_id: string | null;
            /**
             * Format: int64
             * @description Number of likes. Calculated from the stored records unless set by the import.
             */
            likes_count: number;
            /**
             * Format: int64
             * @description Number of dislikes. Calculated from the stored records unless set by the import.
             */
            dislikes_count: number;
            /**
             * Format: int64
             * @description Number of published comments. Calculated from the stored records unless set by the import.
             */
            comments_count: number;
            /**
             * Format: date-time
             * @description When the idea was published; null until then.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When the idea was submitted; null until then.
             */
            submitted_at: string | null;
            /**
             * @description Publication status of the idea.
             * @enum {string}
             */
            publication_status: "draft" | "submitted" | "published";
            /**
             * Format: uuid
             * @description The project the idea belongs to.
             */
            project_id: string;
            /** @description Title of the project. Read from the project. Uses the requested locale, or a fallback if there is no translation. */
            project_title: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /** @description Coordinates of the location that the idea refers to. Well-known text (WKT), in degrees: longitude, then latitude. */
            location_point: string | null;
            /** @description Location that the idea refers to, as text, such as an address. */
            location_description: string | null;
            /** @description Last part of the URL of the idea's page. */
            slug: string | null;
            /**
             * Format: int64
             * @description Cost of the idea in participatory budgeting, in whole units of the platform's currency.
             */
            budget: number | null;
            /**
             * Format: int64
             * @description Number of submitted baskets that contain the idea. Calculated from the stored records unless set by the import.
             */
            baskets_count: number | null;
            /**
             * Format: int64
             * @description Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of the platform's currency. Calculated from the stored records unless set by the import.
             */
            votes_count: number | null;
            /**
             * Format: int64
             * @description Number of official responses. Set by the import.
             */
            official_feedbacks_count: number;
            /**
             * Format: uuid
             * @description The staff member responsible for the idea.
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When the idea was assigned to a staff member.
             */
            assigned_at: string | null;
            /**
             * Format: int64
             * @description Cost estimated by the author, in whole units of the platform's currency.
             */
            proposed_budget: number | null;
            /**
             * Format: uuid
             * @description The phase in which the idea was submitted, if that phase defines the form.
             */
            creation_phase_id: string | null;
            /** @description Images of the idea. Each object maps variant names, such as `small`, to absolute URLs. */
            images: {
                [key: string]: string;
            }[];
            /**
             * Format: uri
             * @description URL of the idea's page, built from the platform's URL and `slug`; null without a slug.
             */
            href: string | null;
            /** @description Label of the status that staff assigned to the idea. Uses the requested locale, or a fallback if there is no translation. */
            status: string | null;
            /** @description Answers to the phase's custom questions, keyed by question. */
            custom_field_values: {
                [key: string]: unknown;
            };
            /**
             * @description Type of the idea: `survey` if the participation method of `creation_phase_id` is a survey, or if an import says so. A survey response never becomes an idea.
             * @enum {string}
             */
            type: "idea" | "survey";
        };
        /** @description A response with an idea. */
        IdeaItem: {
            idea: components["schemas"]["Idea"];
        };
        /** @description A page of ideas. */
        IdeaList: {
            /** @description The ideas on this page. */
            ideas: components["schemas"]["Idea"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description The assignment of an idea to a phase, with its voting results in that phase. Contains all fields, unless the request has the parameter `fields`. */
        IdeaPhase: {
            /**
             * Format: uuid
             * @description The idea.
             */
            idea_id: string;
            /**
             * Format: uuid
             * @description The phase.
             */
            phase_id: string;
            /**
             * Format: int64
             * @description Number of baskets submitted in the phase that contain the idea. Calculated from the stored records unless set by the import.
             */
            baskets_count: number | null;
            /**
             * Format: int64
             * @description Number of votes for the idea in baskets submitted in the phase; in budgeting phases, the amount allocated, in whole units of the platform's currency. Calculated from the stored records unless set by the import.
             */
            votes_count: number | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description The ids that identify an idea phase. */
        IdeaPhaseIds: {
            /**
             * Format: uuid
             * @description The idea.
             */
            idea_id: string;
            /**
             * Format: uuid
             * @description The phase.
             */
            phase_id: string;
        };
        /** @description A page of idea phases. */
        IdeaPhaseList: {
            /** @description The idea phases on this page. */
            idea_phases: components["schemas"]["IdeaPhase"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A topic assigned to an idea. Contains all fields, unless the request has the parameter `fields`. */
        IdeaTopic: {
            /**
             * Format: uuid
             * @description The idea.
             */
            idea_id: string;
            /**
             * Format: uuid
             * @description The topic assigned to the idea.
             */
            topic_id: string;
        };
        /** @description The ids that identify an idea topic. */
        IdeaTopicIds: {
            /**
             * Format: uuid
             * @description The idea.
             */
            idea_id: string;
            /**
             * Format: uuid
             * @description The topic assigned to the idea.
             */
            topic_id: string;
        };
        /** @description A page of idea topics. */
        IdeaTopicList: {
            /** @description The idea topics on this page. */
            idea_topics: components["schemas"]["IdeaTopic"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description Pagination details. */
        Meta: {
            /** @description Number of this page, as requested. */
            current_page: number;
            /** @description Total number of pages; 0 if there are no records. */
            total_pages: number;
        };
        /** @description A period of a project with one participation method. Contains all fields, unless the request has the parameter `fields`. */
        Phase: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Title of the phase. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description Description of the phase, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
            /**
             * @description How people take part in the phase.
             * @enum {string}
             */
            participation_method: "information" | "ideation" | "proposals" | "native_survey" | "community_monitor_survey" | "document_annotation" | "survey" | "voting" | "poll" | "volunteering" | "common_ground";
            /**
             * Format: uuid
             * @description The project the phase belongs to.
             */
            project_id: string;
            /** @description Title of the project. Read from the project. Uses the requested locale, or a fallback if there is no translation. */
            project_title: string;
            /**
             * Format: date
             * @description First day of the phase.
             */
            start_at: string;
            /**
             * Format: date
             * @description Last day of the phase, inclusive; null if no end is planned.
             */
            end_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /**
             * Format: int64
             * @description Number of published ideas in the phase. Calculated from the stored records unless set by the import.
             */
            ideas_count: number;
            /**
             * Format: int64
             * @description Number of baskets submitted in the phase. Calculated from the stored records unless set by the import.
             */
            baskets_count: number | null;
            /**
             * Format: int64
             * @description Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of the platform's currency. Calculated from the stored records unless set by the import.
             */
            votes_count: number | null;
            /** @description Whether people can submit ideas. */
            submission_enabled: boolean;
            /** @description Whether results are published automatically when the phase ends. */
            autoshare_results_enabled: boolean;
            /** @description Whether people can comment on ideas. */
            commenting_enabled: boolean;
            /** @description Whether people can react to ideas. */
            reacting_enabled: boolean;
            /**
             * @description Whether the number of likes per person is limited.
             * @enum {string}
             */
            reacting_like_method: "unlimited" | "limited";
            /**
             * Format: int64
             * @description Maximum number of likes per person, if likes are limited.
             */
            reacting_like_limited_max: number | null;
            /** @description Whether people can dislike ideas. */
            reacting_dislike_enabled: boolean;
            /**
             * @description Whether the number of dislikes per person is limited.
             * @enum {string}
             */
            reacting_dislike_method: "unlimited" | "limited";
            /**
             * Format: int64
             * @description Maximum number of dislikes per person, if dislikes are limited.
             */
            reacting_dislike_limited_max: number | null;
            /**
             * @description How people vote in a voting phase; null in other phases.
             * @enum {string|null}
             */
            voting_method: "budgeting" | "single_voting" | "multiple_voting" | null;
            /**
             * Format: int64
             * @description Maximum total of votes per basket; in budgeting phases, the available budget, in whole units of the platform's currency.
             */
            voting_max_total: number | null;
            /**
             * Format: int64
             * @description Minimum total of votes per basket; in budgeting phases, the minimum amount to allocate, in whole units of the platform's currency.
             */
            voting_min_total: number | null;
        };
        /** @description A response with a phase. */
        PhaseItem: {
            phase: components["schemas"]["Phase"];
        };
        /** @description A page of phases. */
        PhaseList: {
            /** @description The phases on this page. */
            phases: components["schemas"]["Phase"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description What the platform is, and how current it is. */
        Platform: {
            /** @description Name of the platform. */
            name: string;
            /**
             * Format: uri
             * @description URL of the website of the platform.
             */
            url: string;
            /** @description Locales of its texts, the default one first. */
            locales: string[];
            /** @description Locale of responses if the request chooses none. */
            default_locale: string;
            /** @description IANA name of its time zone; null if none is set. */
            time_zone: string | null;
            /**
             * Format: date-time
             * @description The newest of the changes of the resources; null if there was none.
             */
            data_changed_at: string | null;
            /**
             * Format: date-time
             * @description When the newest import, or the newest round of a mirror, succeeded; null if none did. Below the access level `full`, only the day.
             */
            imported_at: string | null;
            /**
             * @description Access level of the request.
             * @enum {string}
             */
            access: "full" | "pseudonymous" | "anonymous" | "public";
            /** @description What the request may read. */
            resources: {
                name: components["schemas"]["ResourceName"];
                /** @description Number of records in its list. */
                records: number;
                /**
                 * Format: date-time
                 * @description When the newest change happened that the request sees; null if there was none. At the access levels `pseudonymous` and `anonymous`, only the day.
                 */
                changed_at: string | null;
            }[];
        };
        /** @description The platform. */
        PlatformResponse: {
            platform: components["schemas"]["Platform"];
        };
        /** @description Error response, as problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description URL of the explanation of the error. The part after `#` is the error code.
             */
            type: string;
            /** @description Short summary of the error, the same for each occurrence. */
            title: string;
            /** @description HTTP status code. */
            status: number;
            /** @description Explanation of this occurrence of the error. */
            detail: string;
            /** @description Id of the request. Quote it when you contact support, who can find the request in the log by it. */
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A participation project, organised in one or more phases. Contains all fields, unless the request has the parameter `fields`. */
        Project: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Title of the project. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description Description of the project, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description_html: string;
            /** @description Short description, in one or two sentences. Uses the requested locale, or a fallback if there is no translation. */
            description_preview: string;
            /** @description Last part of the URL of the project's page. */
            slug: string;
            /**
             * Format: uuid
             * @description The folder that contains the project; null if it is in none.
             */
            folder_id: string | null;
            /**
             * Format: uri
             * @description URL of the project's page, built from the platform's URL and `slug`; null if `slug` is empty.
             */
            href: string | null;
            /**
             * @description Who can see the project on the platform.
             * @enum {string}
             */
            visible_to: "public" | "groups" | "admins";
            /** @description Images of the project. Each object maps variant names, such as `small`, to absolute URLs. */
            images: {
                [key: string]: string;
            }[];
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /**
             * Format: int64
             * @description Number of published ideas, including survey responses. Calculated from the stored records unless set by the import.
             */
            ideas_count: number;
            /**
             * Format: int64
             * @description Number of published comments on the project's ideas. Calculated from the stored records unless set by the import.
             */
            comments_count: number;
            /** @description Centre of the project's map, as a GeoJSON Point. */
            map_center_geojson: {
                /**
                 * @description Type of the geometry.
                 * @constant
                 */
                type: "Point";
                /** @description Longitude, then latitude, in degrees. */
                coordinates: number[];
            } | null;
            /**
             * @description Publication status of the project.
             * @enum {string}
             */
            publication_status: "draft" | "published" | "archived";
        };
        /** @description A group of related projects. Contains all fields, unless the request has the parameter `fields`. */
        ProjectFolder: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Last part of the URL of the folder's page. */
            slug: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /**
             * @description Publication status of the folder.
             * @enum {string}
             */
            publication_status: "draft" | "published" | "archived";
            /** @description Title of the folder. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description All translations, keyed by locale code. */
            title_multiloc: {
                [key: string]: string;
            };
            /** @description Description of the folder, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
            /** @description All translations, keyed by locale code. */
            description_multiloc: {
                [key: string]: string;
            };
            /** @description Short description, in one or two sentences. Uses the requested locale, or a fallback if there is no translation. */
            description_preview: string;
            /** @description All translations, keyed by locale code. */
            description_preview_multiloc: {
                [key: string]: string;
            };
        };
        /** @description A response with a project folder. */
        ProjectFolderItem: {
            folder: components["schemas"]["ProjectFolder"];
        };
        /** @description A page of project folders. */
        ProjectFolderList: {
            /** @description The project folders on this page. */
            folders: components["schemas"]["ProjectFolder"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A response with a project. */
        ProjectItem: {
            project: components["schemas"]["Project"];
        };
        /** @description A page of projects. */
        ProjectList: {
            /** @description The projects on this page. */
            projects: components["schemas"]["Project"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A topic assigned to a project. Contains all fields, unless the request has the parameter `fields`. */
        ProjectTopic: {
            /**
             * Format: uuid
             * @description The project.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description The topic assigned to the project.
             */
            topic_id: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description The ids that identify a project topic. */
        ProjectTopicIds: {
            /**
             * Format: uuid
             * @description The project.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description The topic assigned to the project.
             */
            topic_id: string;
        };
        /** @description A page of project topics. */
        ProjectTopicList: {
            /** @description The project topics on this page. */
            project_topics: components["schemas"]["ProjectTopic"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A person's like or dislike of an idea or comment, or a neutral reaction to it. Contains all fields, unless the request has the parameter `fields`. */
        Reaction: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * @description Kind of reaction.
             * @enum {string}
             */
            mode: "up" | "down" | "neutral";
            /**
             * Format: uuid
             * @description The person who reacted.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The idea or comment that the reaction is to; `reactable_type` says which.
             */
            reactable_id: string;
            /**
             * @description Type of the record that `reactable_id` refers to.
             * @enum {string}
             */
            reactable_type: "idea" | "comment";
            /**
             * Format: uuid
             * @description The idea that the reaction is to or that the comment belongs to. Derived from `reactable_id`.
             */
            idea_id: string;
            /**
             * Format: uuid
             * @description The project of the idea. Derived from the idea.
             */
            project_id: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description A response with a reaction. */
        ReactionItem: {
            reaction: components["schemas"]["Reaction"];
        };
        /** @description A page of reactions. */
        ReactionList: {
            /** @description The reactions on this page. */
            reactions: components["schemas"]["Reaction"][];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Plural name of a resource, as in the path of its list.
         * @enum {string}
         */
        ResourceName: "areas" | "topics" | "users" | "project_folders" | "projects" | "project_topics" | "phases" | "ideas" | "idea_topics" | "idea_phases" | "comments" | "reactions" | "baskets" | "basket_ideas" | "events" | "event_attendances" | "volunteering_causes" | "volunteering_volunteers" | "email_campaigns" | "email_campaign_deliveries" | "files";
        /** @description A new token. */
        Token: {
            /** @description The token to send with all other requests, a JWT that is valid for 24 hours. */
            jwt: string;
        };
        /** @description A subject that can be assigned to ideas and projects. Contains all fields, unless the request has the parameter `fields`. */
        Topic: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Name of the topic. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description Description of the topic, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description A response with a topic. */
        TopicItem: {
            topic: components["schemas"]["Topic"];
        };
        /** @description A page of topics. */
        TopicList: {
            /** @description The topics on this page. */
            topics: components["schemas"]["Topic"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A registered or invited user of the platform. Contains all fields, unless the request has the parameter `fields`. */
        User: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Email address. */
            email: string | null;
            /** @description Last part of the URL of the user's profile page. */
            slug: string | null;
            /** @description Roles beyond that of an ordinary user, each an object with a `type`, such as `admin`. */
            roles: ({
                /** @description Name of the role, such as `admin` or `project_moderator`. */
                type?: string;
                /** @description Id of the project, if the role is limited to one project. */
                project_id?: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /** @description First name. */
            first_name: string | null;
            /** @description Last name. */
            last_name: string | null;
            /** @description Preferred locale of the user. Defaults to the platform's default locale. */
            locale: string;
            /** @description The user's description of themselves, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            bio: string | null;
            /**
             * Format: date-time
             * @description When the user completed registration; null until then.
             */
            registration_completed_at: string | null;
            /** @description Whether the user's identity has been verified. */
            verified: boolean;
            /**
             * Format: date-time
             * @description When the user confirmed the email address; null until then.
             */
            email_confirmed_at: string | null;
            /**
             * Format: date-time
             * @description When a confirmation code was last sent by email; null if it never was.
             */
            email_confirmation_code_sent_at: string | null;
            /** @description Whether the user still has to confirm the email address. */
            confirmation_required: boolean;
            /** @description Answers to the platform's custom registration questions, keyed by question. */
            custom_field_values: {
                [key: string]: unknown;
            };
            /**
             * @description Registration status. Derived from `registration_completed_at` unless set by the import.
             * @enum {string}
             */
            status: "active" | "invited" | "incomplete";
        };
        /** @description A response with a user. */
        UserItem: {
            user: components["schemas"]["User"];
        };
        /** @description A page of users. */
        UserList: {
            /** @description The users on this page. */
            users: components["schemas"]["User"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A cause that people can volunteer for in a volunteering phase. Contains all fields, unless the request has the parameter `fields`. */
        VolunteeringCause: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /** @description Title of the cause. Uses the requested locale, or a fallback if there is no translation. */
            title: string;
            /** @description Description of the cause, in HTML. Uses the requested locale, or a fallback if there is no translation. */
            description: string;
            /**
             * Format: uuid
             * @description The project of the phase. Derived from the phase.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description The volunteering phase.
             */
            phase_id: string;
            /**
             * Format: int64
             * @description Number of volunteers. Calculated from the stored records unless set by the import.
             */
            volunteers_count: number;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
            /** @description All translations, keyed by locale code. */
            title_multiloc: {
                [key: string]: string;
            };
            /** @description All translations, keyed by locale code. */
            description_multiloc: {
                [key: string]: string;
            };
        };
        /** @description A response with a volunteering cause. */
        VolunteeringCauseItem: {
            volunteering_cause: components["schemas"]["VolunteeringCause"];
        };
        /** @description A page of volunteering causes. */
        VolunteeringCauseList: {
            /** @description The volunteering causes on this page. */
            volunteering_causes: components["schemas"]["VolunteeringCause"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A person's offer to volunteer for a cause. Contains all fields, unless the request has the parameter `fields`. */
        VolunteeringVolunteer: {
            /**
             * Format: uuid
             * @description Unique identifier of the record.
             */
            id: string;
            /**
             * Format: uuid
             * @description The cause.
             */
            volunteering_cause_id: string;
            /**
             * Format: uuid
             * @description The person who volunteers.
             */
            user_id: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed. Changes to counters and other derived fields do not count.
             */
            updated_at: string;
        };
        /** @description A response with a volunteering volunteer. */
        VolunteeringVolunteerItem: {
            volunteering_volunteer: components["schemas"]["VolunteeringVolunteer"];
        };
        /** @description A page of volunteering volunteers. */
        VolunteeringVolunteerList: {
            /** @description The volunteering volunteers on this page. */
            volunteering_volunteers: components["schemas"]["VolunteeringVolunteer"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description The record of an event, without its values. */
        WebhookRecord: {
            resource: components["schemas"]["ResourceName"];
            /**
             * Format: uuid
             * @description Id of the record.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the record changed last, as in `GET /changes`.
             */
            changed_at: string;
            /** @description URL of the record, which the client reads with its token. */
            url?: string;
            /**
             * Format: uuid
             * @description Id of its project, if it has one. Absent for deleted records whose project the client cannot see any more.
             */
            project_id?: string;
            /** @description Path of the changes from before this one, with a cursor for the client. */
            changes: string;
        };
    };
    responses: {
        /** @description The content has not changed since the response with the `ETag` in `If-None-Match`. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter is unknown or has an invalid value. */
        InvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["EnumProblem"] | components["schemas"]["Problem"];
            };
        };
        /** @description The body is malformed, or a parameter is unknown or has an invalid value. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["EnumProblem"] | components["schemas"]["Problem"];
            };
        };
        /** @description The body is malformed, or the request has a query parameter; this endpoint has none. */
        MalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token is missing or not valid. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The client ID or the client secret is wrong. */
        InvalidCredentials: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The public API is disabled. */
        PublicApiDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The public API is disabled, or the client, the scope of its token or the origins of its key do not permit the request. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not exist. */
        RecordNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Accept` header allows no format of the endpoint. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The vote has not ended. */
        VoteRunning: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The changes after the cursor are not available. */
        ChangesExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than the endpoint accepts, or the URL and the headers are too large. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not declared as uncompressed JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many failed authentications from this network address, or too many requests, tokens or concurrent streams of this client. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server failed to process the request. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server cannot process the request at the moment. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
        Locale: string;
        /** @description Number of records per page. Values above 24 are treated as 24. */
        PageSize: number;
        /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
        PageNumber: number;
        /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
        Cursor: string;
        /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
        Format: "json" | "ndjson" | "csv";
        /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
        Bom: boolean;
        /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
        Delimiter: "comma" | "semicolon" | "tab";
        /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
        ResumeAfter: string;
        /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
        CreatedAt: string;
        /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
        UpdatedAt: string;
        /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
        DeletedAt: string;
        /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters; `geojson` those of its records that have a point. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`, `application/geo+json`. */
        FormatOfPoints: "json" | "ndjson" | "csv" | "geojson";
        /** @description Id of the event, the same in every attempt to send it. */
        WebhookId: string;
        /** @description When the attempt was made, in seconds since 1970. */
        WebhookTimestamp: string;
        /** @description Signature of id, timestamp and body with the secret of the webhook (Standard Webhooks). Several are separated by spaces. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request. Quote it when you contact support, who can find the request in the log by it. */
        "X-Request-Id": string;
        /** @description The filters as the server interpreted them. Dates are written out as half-open ranges of timestamps, so that a swapped day and month is easy to spot. */
        "Applied-Filters": string;
        /** @description Number of records of a list as NDJSON or CSV. */
        "Total-Count": number;
        /** @description Name of the file in which a browser stores the response. */
        "Content-Disposition": string;
        /** @description Number of seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description Authentication scheme to use. */
        "WWW-Authenticate": string;
        /** @description Identifies the content of the response. Send it as `If-None-Match` with the next request for the same URL: if the content has not changed, the response is 304 without a body. */
        ETag: string;
        /** @description The `updated_at` of the record, as an HTTP date. Counters and texts of other records can change later. */
        "Last-Modified": string;
        /** @description The client may store the response, but must send a conditional request before it uses it again. With a publishable key, everybody may use it for a minute: `public, max-age=60`. */
        "Cache-Control": string;
        /** @description Headers of the request that the response depends on. */
        Vary: string;
        /** @description URLs of the first, previous, next and last page (RFC 8288), as far as they exist. With the parameter `cursor`: of the start of the walk and of its next page. */
        Link: string;
        /** @description Names of the fields that are null in some records because a vote is running. Absent if there are none. Clients of the access level `full` see all values. */
        Withheld: string;
        /** @description What is left of the client's quota: `r` requests now, the complete quota in `t` seconds. */
        RateLimit: string;
        /** @description The client's quota: `q` requests in `w` seconds. */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The client's id and secret. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description The new token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The token must not be cached. */
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["PublicApiDisabled"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `meta.next` of the previous response. Without it, the response contains no changes, and `meta.next` is the current position. */
                after?: string;
                /** @description Maximum number of changes in the response. A response can have fewer changes although there are more: `meta.more` is true then. */
                limit?: number;
                /** @description Only changes of these resources. All that the client may read by default. Pass several names as `resources=ideas,comments`. Use a cursor always with the same resources. */
                resources?: components["schemas"]["ResourceName"][];
                /** @description Number of seconds to wait for a change if there is none yet. The response is sent as soon as there is a change, and without changes after this time. */
                wait?: number;
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes after the cursor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Withheld: components["headers"]["Withheld"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["ChangesExpired"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlatform: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platform. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformResponse"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAreas: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "created_at" | "updated_at" | "title_multiloc" | "title" | "description_multiloc" | "description")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedAreas: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArea: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "created_at" | "updated_at" | "title_multiloc" | "title" | "description_multiloc" | "description")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBasketIdeas: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "basket_id" | "idea_id" | "votes" | "created_at" | "updated_at" | "phase_id" | "project_id" | "user_id")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only entries for this idea. */
                idea_id?: string;
                /** @description Only entries in this basket. */
                basket_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketIdeaList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedBasketIdeas: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBasketIdea: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "basket_id" | "idea_id" | "votes" | "created_at" | "updated_at" | "phase_id" | "project_id" | "user_id")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketIdeaItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBaskets: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "user_id" | "project_id" | "phase_id" | "submitted_at" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only baskets of this phase. */
                phase_id?: string;
                /** @description Only the baskets of this person. */
                user_id?: string;
                /** @description Only baskets that are submitted (`true`), or only those that are not (`false`). */
                submitted?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedBaskets: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBasket: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "user_id" | "project_id" | "phase_id" | "submitted_at" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "body" | "author_id" | "idea_id" | "parent_id" | "created_at" | "updated_at" | "body_updated_at" | "likes_count" | "dislikes_count" | "children_count" | "publication_status" | "project_id")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only comments on this idea. */
                idea_id?: string;
                /** @description Only comments on ideas of this project. */
                project_id?: string;
                /** @description Only comments by this author. */
                author_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedComments: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getComment: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "body" | "author_id" | "idea_id" | "parent_id" | "created_at" | "updated_at" | "body_updated_at" | "likes_count" | "dislikes_count" | "children_count" | "publication_status" | "project_id")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEmailCampaignDeliveries: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "email_campaign_id" | "user_id" | "delivery_status" | "sent_at" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only deliveries of this campaign. */
                campaign_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCampaignDeliveryList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedEmailCampaignDeliveries: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEmailCampaignDelivery: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "email_campaign_id" | "user_id" | "delivery_status" | "sent_at" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCampaignDeliveryItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEmailCampaigns: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "sender" | "reply_to" | "subject" | "body" | "subject_multiloc" | "body_multiloc" | "deliveries_count" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCampaignList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedEmailCampaigns: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEmailCampaign: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "sender" | "reply_to" | "subject" | "body" | "subject_multiloc" | "body_multiloc" | "deliveries_count" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCampaignItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEventAttendances: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "event_id" | "attendee_id" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendanceList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedEventAttendances: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventAttendance: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "event_id" | "attendee_id" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendanceItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters; `geojson` those of its records that have a point. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`, `application/geo+json`. */
                format?: components["parameters"]["FormatOfPoints"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "project_id" | "title" | "description" | "location" | "location_point" | "attendees_count" | "maximum_attendees" | "start_at" | "end_at" | "created_at" | "updated_at" | "title_multiloc" | "description_multiloc" | "location_multiloc")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "start_at" | "-start_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only events of this project. */
                project_id?: string;
                /** @description Only events that start on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                start_at?: string;
                /** @description Only events that end on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                end_at?: string;
                /** @description Only events whose location is in this bounding box. `west,south,east,north` in degrees, edges included. If `west` is greater than `east`, the box crosses the antimeridian. Coordinates are compared with a precision of seven decimals. */
                bbox?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/geo+json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedEvents: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "project_id" | "title" | "description" | "location" | "location_point" | "attendees_count" | "maximum_attendees" | "start_at" | "end_at" | "created_at" | "updated_at" | "title_multiloc" | "description_multiloc" | "location_multiloc")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "name" | "size" | "mime_type" | "category" | "ai_processing_allowed" | "uploader_id" | "created_at" | "updated_at" | "description_multiloc" | "description" | "url")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only files uploaded by any of these people. Pass several values as `uploader=a&uploader=b`, `uploader[]=a&uploader[]=b` or `uploader=a,b`. */
                uploader?: string[];
                /** @description Only files of any of these projects. Pass several values as `project_id=a&project_id=b`, `project_id[]=a&project_id[]=b` or `project_id=a,b`. */
                project_id?: string[];
                /** @description Only files in any of these categories. Pass several values as `category=a&category=b`, `category[]=a&category[]=b` or `category=a,b`. */
                category?: ("meeting" | "interview" | "strategic_plan" | "info_sheet" | "policy" | "report" | "other")[];
                /** @description Only files whose name or description, in any locale, contains all of these words. Case-insensitive; best match first. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadFile: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file, with its content encoded as Base64. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileUpload"];
            };
        };
        responses: {
            /** @description The uploaded file. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileItem"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A field has an invalid value. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileErrors"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedFiles: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "name" | "size" | "mime_type" | "category" | "ai_processing_allowed" | "uploader_id" | "created_at" | "updated_at" | "description_multiloc" | "description" | "url")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceFile: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileChange"];
            };
        };
        responses: {
            /** @description The updated file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileItem"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A field has an invalid value. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileErrors"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeFile: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileChange"];
            };
        };
        responses: {
            /** @description The updated file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileItem"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A field has an invalid value. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileErrors"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIdeaPhases: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("idea_id" | "phase_id" | "baskets_count" | "votes_count" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only assignments of this idea. */
                idea_id?: string;
                /** @description Only assignments to this phase. */
                phase_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Withheld: components["headers"]["Withheld"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdeaPhaseList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIdeaTopics: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("idea_id" | "topic_id")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only topics of this idea. */
                idea_id?: string;
                /** @description Only ideas with this topic. */
                topic_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdeaTopicList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIdeas: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters; `geojson` those of its records that have a point. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`, `application/geo+json`. */
                format?: components["parameters"]["FormatOfPoints"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "body" | "author_id" | "likes_count" | "dislikes_count" | "comments_count" | "published_at" | "submitted_at" | "publication_status" | "project_id" | "project_title" | "created_at" | "updated_at" | "location_point" | "location_description" | "slug" | "budget" | "baskets_count" | "votes_count" | "official_feedbacks_count" | "assignee_id" | "assigned_at" | "proposed_budget" | "creation_phase_id" | "images" | "href" | "status" | "custom_field_values" | "type")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "likes_count" | "-likes_count" | "comments_count" | "-comments_count" | "votes_count" | "-votes_count";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only ideas by this author. */
                author_id?: string;
                /** @description Only ideas of this project. */
                project_id?: string;
                /** @description Only ideas that have all of these topics. Pass several values as `topic_ids=a&topic_ids=b`, `topic_ids[]=a&topic_ids[]=b` or `topic_ids=a,b`. */
                topic_ids?: string[];
                /** @description Only ideas of this type; both types by default. */
                type?: "idea" | "survey";
                /** @description Only ideas that are assigned to this phase. */
                phase_id?: string;
                /** @description Only ideas with this publication status. */
                publication_status?: "draft" | "submitted" | "published";
                /** @description Only ideas whose title or body, in any locale, contains all of these words or words that begin with them. Case and accents are ignored. */
                search?: string;
                /** @description Only ideas whose location is in this bounding box. `west,south,east,north` in degrees, edges included. If `west` is greater than `east`, the box crosses the antimeridian. Coordinates are compared with a precision of seven decimals. */
                bbox?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Withheld: components["headers"]["Withheld"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdeaList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/geo+json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedIdeas: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIdea: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "body" | "author_id" | "likes_count" | "dislikes_count" | "comments_count" | "published_at" | "submitted_at" | "publication_status" | "project_id" | "project_title" | "created_at" | "updated_at" | "location_point" | "location_description" | "slug" | "budget" | "baskets_count" | "votes_count" | "official_feedbacks_count" | "assignee_id" | "assigned_at" | "proposed_budget" | "creation_phase_id" | "images" | "href" | "status" | "custom_field_values" | "type")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Withheld: components["headers"]["Withheld"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdeaItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPhases: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "participation_method" | "project_id" | "project_title" | "start_at" | "end_at" | "created_at" | "updated_at" | "ideas_count" | "baskets_count" | "votes_count" | "submission_enabled" | "autoshare_results_enabled" | "commenting_enabled" | "reacting_enabled" | "reacting_like_method" | "reacting_like_limited_max" | "reacting_dislike_enabled" | "reacting_dislike_method" | "reacting_dislike_limited_max" | "voting_method" | "voting_max_total" | "voting_min_total")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only phases that start on this date or in this date range (`YYYY-MM-DD`). Dates are written `YYYY-MM-DD`. `a,b` is a range with both dates included; `a,` and `,b` are open-ended. Of a full timestamp (`2024-12-31T10:00:00Z`), the date in UTC counts. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                start_at?: string;
                /** @description Only phases that end on this date or in this date range (`YYYY-MM-DD`). Phases without an end date never match. Dates are written `YYYY-MM-DD`. `a,b` is a range with both dates included; `a,` and `,b` are open-ended. Of a full timestamp (`2024-12-31T10:00:00Z`), the date in UTC counts. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                end_at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Withheld: components["headers"]["Withheld"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhaseList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedPhases: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPhase: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "participation_method" | "project_id" | "project_title" | "start_at" | "end_at" | "created_at" | "updated_at" | "ideas_count" | "baskets_count" | "votes_count" | "submission_enabled" | "autoshare_results_enabled" | "commenting_enabled" | "reacting_enabled" | "reacting_like_method" | "reacting_like_limited_max" | "reacting_dislike_enabled" | "reacting_dislike_method" | "reacting_dislike_limited_max" | "voting_method" | "voting_max_total" | "voting_min_total")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Withheld: components["headers"]["Withheld"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhaseItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectFolders: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "slug" | "created_at" | "updated_at" | "publication_status" | "title" | "title_multiloc" | "description" | "description_multiloc" | "description_preview" | "description_preview_multiloc")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only folders with this publication status. */
                publication_status?: "draft" | "published" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectFolderList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedProjectFolders: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectFolder: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "slug" | "created_at" | "updated_at" | "publication_status" | "title" | "title_multiloc" | "description" | "description_multiloc" | "description_preview" | "description_preview_multiloc")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectFolderItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectTopics: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("project_id" | "topic_id" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only topics of this project. */
                project_id?: string;
                /** @description Only projects with this topic. */
                topic_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectTopicList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters; `geojson` those of its records that have a point. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`, `application/geo+json`. */
                format?: components["parameters"]["FormatOfPoints"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description_html" | "description_preview" | "slug" | "folder_id" | "href" | "visible_to" | "images" | "created_at" | "updated_at" | "ideas_count" | "comments_count" | "map_center_geojson" | "publication_status")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only projects in this folder. */
                folder_id?: string;
                /** @description Only projects with this publication status. */
                publication_status?: "draft" | "published" | "archived";
                /** @description Only projects that have all of these topics. Pass several values as `topic_ids=a&topic_ids=b`, `topic_ids[]=a&topic_ids[]=b` or `topic_ids=a,b`. */
                topic_ids?: string[];
                /** @description Only projects that cover all of these areas. Projects that cover every area always match. Pass several values as `area_ids=a&area_ids=b`, `area_ids[]=a&area_ids[]=b` or `area_ids=a,b`. */
                area_ids?: string[];
                /** @description Only projects whose map has its centre in this bounding box. `west,south,east,north` in degrees, edges included. If `west` is greater than `east`, the box crosses the antimeridian. Coordinates are compared with a precision of seven decimals. */
                bbox?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/geo+json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedProjects: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description_html" | "description_preview" | "slug" | "folder_id" | "href" | "visible_to" | "images" | "created_at" | "updated_at" | "ideas_count" | "comments_count" | "map_center_geojson" | "publication_status")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReactions: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "mode" | "user_id" | "reactable_id" | "reactable_type" | "idea_id" | "project_id" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only reactions to this type of record. */
                reactable_type?: "idea" | "comment";
                /** @description Only reactions by this person. */
                user_id?: string;
                /** @description Only reactions to this idea and to its comments. */
                idea_id?: string;
                /** @description Only reactions in this project. */
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReactionList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedReactions: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReaction: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "mode" | "user_id" | "reactable_id" | "reactable_type" | "idea_id" | "project_id" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReactionItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedTopics: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopic: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "email" | "slug" | "roles" | "created_at" | "updated_at" | "first_name" | "last_name" | "locale" | "bio" | "registration_completed_at" | "verified" | "email_confirmed_at" | "email_confirmation_code_sent_at" | "confirmation_required" | "custom_field_values" | "status")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only users who prefer this locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). */
                user_locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedUsers: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "email" | "slug" | "roles" | "created_at" | "updated_at" | "first_name" | "last_name" | "locale" | "bio" | "registration_completed_at" | "verified" | "email_confirmed_at" | "email_confirmation_code_sent_at" | "confirmation_required" | "custom_field_values" | "status")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVolunteeringCauses: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "project_id" | "phase_id" | "volunteers_count" | "created_at" | "updated_at" | "title_multiloc" | "description_multiloc")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolunteeringCauseList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedVolunteeringCauses: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVolunteeringCause: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "project_id" | "phase_id" | "volunteers_count" | "created_at" | "updated_at" | "title_multiloc" | "description_multiloc")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolunteeringCauseItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVolunteeringVolunteers: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "volunteering_cause_id" | "user_id" | "created_at" | "updated_at")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolunteeringVolunteerList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletedVolunteeringVolunteers: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only records deleted on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                deleted_at?: components["parameters"]["DeletedAt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedItemList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVolunteeringVolunteer: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "volunteering_cause_id" | "user_id" | "created_at" | "updated_at")[];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolunteeringVolunteerItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectPhases: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description Number of records per page. Values above 24 are treated as 24. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Number of the page to return, starting at 1. Pages past the end are empty. */
                page_number?: components["parameters"]["PageNumber"];
                /** @description Reads the list in order of creation, each record once even if data changes. Send `start` first, then the cursor in the `next` link of each page. A cursor belongs to one client, access level, list, set of filters and direction; `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a search are in order of creation. `current_page` is 1 on every page, and the last page has no `next` link. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Response format; overrides the `Accept` header. `json` returns a page. The others return the complete list in one response, from one state of the data, without page parameters. Defaults to what the `Accept` header prefers among `application/json`, `application/x-ndjson`, `text/csv`. */
                format?: components["parameters"]["Format"];
                /** @description Whether a list as `csv` begins with a byte order mark. Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it for a part of the first name. */
                bom?: components["parameters"]["Bom"];
                /** @description What separates the cells of a list as `csv`. Spreadsheets expect a semicolon where the decimal separator is a comma. */
                delimiter?: components["parameters"]["Delimiter"];
                /** @description Only the records after this one: its timestamp and its id. Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list of deletions, `deleted_at`) and `id` of the last complete record. The list continues from its present state. It must be sorted by `created_at`. Lists whose timestamps or ids the access level changes cannot be resumed. */
                resume_after?: components["parameters"]["ResumeAfter"];
                /** @description Only these fields of each record, in the documented order. All fields by default. Pass several names as `fields=id,created_at`. */
                fields?: ("id" | "title" | "description" | "participation_method" | "project_id" | "project_title" | "start_at" | "end_at" | "created_at" | "updated_at" | "ideas_count" | "baskets_count" | "votes_count" | "submission_enabled" | "autoshare_results_enabled" | "commenting_enabled" | "reacting_enabled" | "reacting_like_method" | "reacting_like_limited_max" | "reacting_dislike_enabled" | "reacting_dislike_method" | "reacting_dislike_limited_max" | "voting_method" | "voting_max_total" | "voting_min_total")[];
                /** @description What the list is sorted by, `-` for descending order. Records with equal values are sorted by id in the same direction. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only the records with these ids. Ids that no record has are ignored. At most 100, as `ids=a,b`, `ids=a&ids=b` or `ids[]=a&ids[]=b`. */
                ids?: string[];
                /** @description Only records created on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                created_at?: components["parameters"]["CreatedAt"];
                /** @description Only records last changed on this date or in this date range. Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December 2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                updated_at?: components["parameters"]["UpdatedAt"];
                /** @description Only phases that start on this date or in this date range (`YYYY-MM-DD`). Dates are written `YYYY-MM-DD`. `a,b` is a range with both dates included; `a,` and `,b` are open-ended. Of a full timestamp (`2024-12-31T10:00:00Z`), the date in UTC counts. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                start_at?: string;
                /** @description Only phases that end on this date or in this date range (`YYYY-MM-DD`). Phases without an end date never match. Dates are written `YYYY-MM-DD`. `a,b` is a range with both dates included; `a,` and `,b` are open-ended. Of a full timestamp (`2024-12-31T10:00:00Z`), the date in UTC counts. Dates that do not exist, and ranges whose start is after their end, are rejected. */
                end_at?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list; as NDJSON or CSV, the complete list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Applied-Filters": components["headers"]["Applied-Filters"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Total-Count": components["headers"]["Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Withheld: components["headers"]["Withheld"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhaseList"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPhasePabulib: {
        parameters: {
            query: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
                /** @description English name of the country, or its code (ISO 3166). Not needed if the platform sets it. */
                country: string;
                /** @description Municipality, region or organisation that voted. Not needed if the platform sets it. */
                unit: string;
                /** @description What distinguishes the vote from others of the unit, such as its year. Not needed if the platform sets it. */
                instance: string;
                /** @description Budget in whole units of the currency. Defaults to the setting of the platform, then to `voting_max_total` of the phase. */
                budget?: number;
                /** @description Rule by which the winners were determined. Defaults to the setting of the platform, then to `unknown`. */
                rule?: "greedy" | "greedy-no-skip" | "greedy-threshold" | "greedy-exclusive" | "greedy-custom" | "equalshares" | "equalshares-comparison" | "equalshares/add1" | "equalshares/add1-comparison" | "unknown";
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["VoteRunning"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectPolisSummary: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectPolisComments: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectPolisVotes: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectPolisParticipantVotes: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectPolisCommentGroups: {
        parameters: {
            query?: {
                /** @description Locale of the texts in the response. Defaults to the platform's default locale. One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). Case-insensitive. */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RecordNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
