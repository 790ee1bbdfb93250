# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels with one argument: what print<sycl-access-pattern> says of them against what all their work-items access.

usage: random_forms.py <pass plugin> <kernels> constant|run-time [seed]

A verdict other than "unknown" must be true of the launch at hand (constant), or of a small launch out of those that it is said of
(run-time). K builds a kernel as text and, beside it, as Python functions of a work-item.
"""
import random, subprocess, sys, re
M=(1<<64)-1
GID='_Z33__spirv_BuiltInGlobalInvocationIdi'; LID='_Z32__spirv_BuiltInLocalInvocationIdi'; GRP='_Z26__spirv_BuiltInWorkgroupIdi'
GS='_Z25__spirv_BuiltInGlobalSizei'; GLID='_Z30__spirv_BuiltInGlobalLinearIdv'; LS='_Z28__spirv_BuiltInWorkgroupSizei'
class K:
    def __init__(s,R,name,const):
        s.R=R; s.name=name; s.lines=[]; s.n=0; s.dims=R.choice([1,1,2])
        s.L=[R.choice([1,2,3,4,8]) for _ in range(s.dims)]; s.G=[s.L[d]*R.choice([1,2,3,4]) for d in range(s.dims)]
        s.groups=R.random()<.7; s.loop=None
    def t(s): s.n+=1; return '%%t%d'%s.n
    def emit(s,txt,w=64):
        v=s.t(); s.lines.append('  %s = %s'%(v,txt)); return v
    def expr(s,d):
        R=s.R
        if d==0 or R.random()<.15:
            if s.loop and R.random()<.4: return s.loop, lambda it: it['k']
            k=R.random()
            dim=R.randrange(s.dims)
            if k<.45: q,f=(GID,'g')
            elif k<.6 and s.groups: q,f=(LID,'l')
            elif k<.68 and s.groups: q,f=(GRP,'w')
            elif k<.74: q,f=(GS,'S')
            elif k<.8:
                return s.emit('call i64 @%s()'%GLID), lambda it: it['lin']
            else:
                c=R.choice([0,1,2,3,4,5,7,8,16,31]); return str(c), lambda it,c=c:c
            return s.emit('call i64 @%s(i32 %d)'%(q,dim)), lambda it,f=f,dim=dim: it[f][dim]
        op=R.choice(['add','add','add','sub','mulc','mulc','and','or','xor','udiv','urem','shl','lshr','umin','smax','smin','trunc','select','phi'])
        a,fa=s.expr(d-1)
        if op in('add','sub'):
            b,fb=s.expr(d-1); v=s.emit('%s i64 %s, %s'%(op,a,b))
            return v,(lambda it:(fa(it)+fb(it))&M) if op=='add' else (lambda it:(fa(it)-fb(it))&M)
        if op=='mulc':
            c=R.choice([0,1,2,3,4,8,s.L[0],s.G[0],M]); v=s.emit('mul i64 %s, %d'%(a,c if c!=M else -1)); return v,lambda it:(fa(it)*c)&M
        if op in('and','or','xor'):
            c=R.choice([1,2,3,4,6,7,8,12,15,-2,-4,-1]); v=s.emit('%s i64 %s, %d'%(op,a,c)); c&=M
            return v,{'and':lambda it:fa(it)&c,'or':lambda it:fa(it)|c,'xor':lambda it:fa(it)^c}[op]
        if op in('udiv','urem'):
            c=R.choice([1,2,3,4,6,8,s.L[0],s.G[0]]); v=s.emit('%s i64 %s, %d'%(op,a,c))
            return v,(lambda it:fa(it)//c) if op=='udiv' else (lambda it:fa(it)%c)
        if op in('shl','lshr'):
            c=R.choice([0,1,2,3]); v=s.emit('%s i64 %s, %d'%(op,a,c)); return v,(lambda it:(fa(it)<<c)&M) if op=='shl' else (lambda it:fa(it)>>c)
        sg=lambda x:x-(1<<64) if x>>63 else x
        if op in('umin','smax','smin'):
            b,fb=s.expr(d-1); v=s.emit('call i64 @llvm.%s.i64(i64 %s, i64 %s)'%(op,a,b))
            return v,{'umin':lambda it:min(fa(it),fb(it)),'smax':lambda it:max(fa(it),fb(it),key=sg),'smin':lambda it:min(fa(it),fb(it),key=sg)}[op]
        if op=='trunc':
            w=R.choice([8,16,32]); x=s.emit('trunc i64 %s to i%d'%(a,w)); c=R.choice([0,1,3,-1]); y=s.emit('add i%d %s, %d'%(w,x,c)); e=R.choice(['zext','sext']); v=s.emit('%s i%d %s to i64'%(e,w,y))
            def f(it):
                z=(fa(it)+c)&((1<<w)-1)
                return z if e=='zext' else (z-(1<<w) if z>>(w-1) else z)&M
            return v,f
        b,fb=s.expr(d-1); c,fc=s.cond(); v=s.emit('select i1 %s, i64 %s, i64 %s'%(c,a,b)); return v,lambda it:fa(it) if fc(it) else fb(it)
    def cond(s):
        R=s.R; a,fa=s.expr(1); b,fb=s.expr(R.choice([0,0,1])); p=R.choice(['ult','ule','ugt','uge','eq','ne','slt','sgt','sle','sge'])
        v=s.emit('icmp %s i64 %s, %s'%(p,a,b)); sg=lambda x:x-(1<<64) if x>>63 else x
        F={'ult':lambda x,y:x<y,'ule':lambda x,y:x<=y,'ugt':lambda x,y:x>y,'uge':lambda x,y:x>=y,'eq':lambda x,y:x==y,'ne':lambda x,y:x!=y,'slt':lambda x,y:sg(x)<sg(y),'sgt':lambda x,y:sg(x)>sg(y),'sle':lambda x,y:sg(x)<=sg(y),'sge':lambda x,y:sg(x)>=sg(y)}[p]
        return v,lambda it:F(fa(it),fb(it))
    def build(s):
        R=s.R; s.acc=[]; block='entry'
        for k in range(R.choice([1,1,2])):
            g=None; lab=None
            if R.random()<.4:
                c,g=s.cond(); s.lines.append('  br i1 %s, label %%b%d, label %%e%d'%(c,k,k)); s.lines.append('b%d:'%k); block='b%d'%k
            trips=lambda it: 1
            if R.random()<.3: # a loop, of constant length or of that of the launch
                c=R.choice([1,2,3,4,0])
                end=str(c) if c else s.emit('call i64 @%s(i32 0)'%GS)
                trips=(lambda it,c=c: c) if c else (lambda it: it['S'][0])
                s.loop='%%k%d'%k; s.lines+=['  br label %%l%d'%k,'l%d:'%k,'  %s = phi i64 [ 0, %%%s ], [ %%n%d, %%l%d ]'%(s.loop,block,k,k)]
            a,f=s.expr(R.choice([1,2,2,3])); sz=R.choice([1,2,4,4,4,8]); es=R.choice([sz,sz,sz,1,2,4])
            off=R.choice([0,0,0,4,es])
            p=s.emit('getelementptr [%d x i8], ptr addrspace(1) %%p, i64 %s'%(es,a)); 
            if off: p=s.emit('getelementptr i8, ptr addrspace(1) %s, i64 %d'%(p,off))
            w=k==0 or R.random()<.4
            if w: s.lines.append('  store i%d 0, ptr addrspace(1) %s, align 1'%(sz*8,p))
            else: s.emit('load i%d, ptr addrspace(1) %s, align 1'%(sz*8,p))
            if s.loop:
                s.lines+=['  %%n%d = add nuw nsw i64 %s, 1'%(k,s.loop),'  %%m%d = icmp ult i64 %%n%d, %s'%(k,k,end),'  br i1 %%m%d, label %%l%d, label %%x%d'%(k,k,k),'x%d:'%k]
                block='x%d'%k; s.loop=None
            s.acc.append((f,g,sz,es,off,trips,w))
            if g: s.lines.append('  br label %%e%d'%k); s.lines.append('e%d:'%k); block='e%d'%k
        sy=lambda x:', '.join('i64 %d'%v for v in (list(reversed(x))+[0]*3)[:3])
        s.md=(s.dims,sy(s.G),sy(s.L) if s.groups else 'i64 0, i64 0, i64 0')
    def items(s):
        G=s.G+[1]*(2-s.dims); L=s.L+[1]*(2-s.dims)
        for y in range(G[1]):
            for x in range(G[0]):
                g=[x,y]; yield {'g':g,'l':[x%L[0],y%L[1]],'w':[x//L[0],y//L[1]],'S':G,'lin':y*G[0]+x,'grp':(x//L[0],y//L[1])}
    def truth(s):
        m={}
        for it in s.items():
            for f,g,sz,es,off,trips,w in s.acc:
                if g and not g(it): continue
                for k in range(trips(it)):
                    it['k']=k
                    a=(f(it)*es+off)&M
                    for b in range(sz): m.setdefault((a+b)&M,{}); r=m[(a+b)&M]; key=(it['lin'],it['grp']); r[key]=r.get(key,False) or w
        kind=0
        for r in m.values():
            if len(r)>1 and any(r.values()):
                kind=max(kind,2 if len({k[1] for k in r})>1 and s.cross(r) else 1)
        return kind
    def cross(s,r):
        return any(w and any(k2[1]!=k[1] for k2 in r) for k,w in r.items())
SYM = sys.argv[3] == "run-time"
N = int(sys.argv[2])
seed = int(sys.argv[4]) if len(sys.argv) > 4 and sys.argv[4] else random.randrange(1 << 31)
bad = 0
stats = {}
print("seed", seed)
R=random.Random(seed); ks=[]
out=['target datalayout = "e-i64:64-G1"','target triple = "spirv64-unknown-unknown"']+['declare i64 @%s(i32)'%q for q in(GID,LID,GRP,GS)]+['declare i64 @%s()'%GLID]+['declare i64 @llvm.%s.i64(i64,i64)'%o for o in('umin','smax','smin')]
for i in range(N):
    k=K(R,'k%d'%i,True); k.build(); ks.append(k); b=10+4*i
    if SYM:
        out.append('define spir_kernel void @%s(ptr addrspace(1) %%p) !sycl.kernel.launch !%d {\nentry:\n%s\n  ret void\n}'%(k.name,b,'\n'.join(k.lines)))
        out.append('!%d = !{!"%s", i32 %d}'%(b,'nd_range' if k.groups else 'range',k.dims)); continue
    out.append('define spir_kernel void @%s(ptr addrspace(1) %%p) !sycl.kernel.nd-range !%d {\nentry:\n%s\n  ret void\n}'%(k.name,b,'\n'.join(k.lines)))
    out.append('!%d = !{i32 %d, !%d, !%d, !%d}\n!%d = !{%s}\n!%d = !{%s}\n!%d = !{i64 0, i64 0, i64 0}'%(b,k.md[0],b+1,b+2,b+3,b+1,k.md[1],b+2,k.md[2],b+3))
r=subprocess.run(['opt-22','-load-pass-plugin='+sys.argv[1],'-passes=print<sycl-access-pattern>','-disable-output','-'],input='\n'.join(out)+'\n',capture_output=True,text=True)
if r.returncode: print(r.stderr[:2000]); sys.exit(1)
got={}
cur=None
for l in r.stderr.split('\n'):
    m=re.match(r"access pattern of '(k\d+)'",l)
    if m: cur=m.group(1)
    m=re.match(r"argument 0 %p: ([a-z-]+)( at most)?",l)
    if m: got[cur]=(m.group(1),bool(m.group(2)))
for k in ks:
    v,atmost=got.get(k.name,('none',False)); t=k.truth(); stats[(v,atmost,t)]=stats.get((v,atmost,t),0)+1
    if not k.groups: t=2 if t else 0
    large=all((l>=2 and g>=2*l) if k.groups else g>=2 for g,l in zip(k.G,k.L))
    ok={'work-item':t==0,'work-group':t==1 or (t==0 and (atmost or (SYM and not large))),'launch':t==2 or (SYM and not large),'unknown':True,'none':True}[v]
    if not ok:
        bad+=1
        if bad<=3: print('BAD',seed,k.name,v,atmost,'truth',t,k.G,k.L,k.groups)
print(seed,'bad',bad,sorted(stats.items(),key=str))
proven=sum(n for (v,_,_),n in stats.items() if v in('work-item','work-group','launch'))
if bad or proven*5<N: sys.exit('wrong: %d, proven: %d of %d'%(bad,proven,N))
