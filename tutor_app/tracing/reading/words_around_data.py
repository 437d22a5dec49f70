"""Words that stand around data: they are never names of nodes."""

from __future__ import annotations

# Articles, pronouns and the like; "a" and "i" are not here: lower-case messages name nodes so.
_GRAMMAR = """
the an and or but not no nor of on in at by as is are was were be been being am it its this that
these those there here then than so if when while where which who what how why whose from to into
onto with without within through via between for per each every all any some both either neither
none one two three four five other another others same such only also just still now again first
second third last next before after until till since because let lets we you he she they i'm my
your our their me us them him her his mine yours can could will would shall should may might must
do does did done doing have has had having get gets got give gives given gave go goes going take
takes taken taking make makes use uses used using see show shows shown please pls plz hi hello hey
thanks thank ok okay yes well like e.g i.e etc vs up down out off over under about don't won't
isn't doesn't can't it's i've i'll you're let's directly
"""
_DOMAIN = """
graph graphs digraph edge edges node nodes vertex vertices weight weights weighted unweighted
directed undirected undirect connected connects connect connecting linked links link joined joins
join adjacent neighbor neighbors neighbour neighbours road roads path paths route routes way ways
street streets highway highways line lines bridge flight flights cable cables track tracks
arrow arrows leads lead points point cost costs costing length lengths distance distances
start starts starting started goal goals end ends ending source target root order visit visits
visited run runs find finds search searching trace traces tracing apply perform compute
calculate solve draw list lists listed following follows below above attached picture question
exercise homework assignment problem example step steps table row rows column columns pass passes
open closed queue stack frontier visited heuristic heuristics value values estimate
estimates ties break breaks broken alphabetical alphabetically algorithm algorithms bfs dfs ucs
ids iddfs astar dijkstra dijkstra's prim prim's kruskal kruskal's bellman ford floyd warshall
greedy mst tree trees spanning minimum shortest cheapest topological sort sorted sorting breadth
depth iterative deepening uniform best expand expands expanded expansion pop popped push pushed
adj adjacency matrix given reach reaches reachable travel array heap merge binary bubble insertion
selection quick max min leaf leaves minutes minute hours hour km kilometers kilometres miles mile
meters metres euros euro dollars seconds units unit hops
one-way two-way oneway twoway bidirectional number numbers smaller larger lower higher
name names time times total result answer alphabetic
"""
NEVER_NAMES = frozenset((_GRAMMAR + _DOMAIN).split())

# What may stand before an edge and says nothing: "there is a road from", "edge", "the node".
LEAD_IN = frozenset(
    """there is are a an the one and also edge edges from between road roads street streets path
    paths route routes highway flight flights link links connection connections arrow arrows line
    way track bridge cable node vertex city town directed undirected one-way two-way direct
    bidirectional single another second third you can go get travel drive walk fly we have has with
    two oneway twoway weighted going running leading pointing then finally lastly additionally
    furthermore plus while it costs takes to both directions cost of distance weight length
    """.split()
)
NODE_WORDS = frozenset("node vertex city town state station router".split())
# Between two nodes, before "to" (or "with"): "is connected to", "has an arrow to", "leads to".
ARROW_WORDS = frozenset(
    """arrow arrows leads lead points point goes go directed one-way oneway reach reaches precedes
    before prerequisite depends outgoing""".split()
)
LINE_WORDS = frozenset(
    """connected connects connect linked links link joined joins adjacent neighbor neighbour
    neighbors neighbours road roads street streets bidirectional two-way twoway undirected next
    between cable bridge highway track""".split()
)
VERB_WORDS = (
    ARROW_WORDS
    | LINE_WORDS
    | frozenset(
        """is are has have an a the edge edges path paths direct directly you can get travel
        only also out there we drive fly walk each just both link links connection
        connections flight flights route routes going in one single way two another other side
        be been via it""".split()
    )
)
WEIGHT_WORDS = frozenset(
    """weight cost costs costing length distance capacity price value
    label w c d takes takes time toll fare long""".split()
)
# May stand between the second node and the number.
WEIGHT_FILLERS = WEIGHT_WORDS | frozenset(
    "is are has have of with a an at for in by equal equals to the being it that which its "
    "edge whose taking".split()
)
UNITS = frozenset(
    "km kilometers kilometres miles mile mi m meters metres minutes minute min mins hours hour h "
    "euros euro dollars seconds units unit hops ms s long".split()
)
NOTHING_WORDS = frozenset("none nothing nil null empty nobody n/a leaf".split())
